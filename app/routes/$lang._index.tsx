import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EvacuationForm, EvacuationProblems, useEvacuationForm } from '#app/enquiries/evacuation/evacuation-form.tsx';
import { evacuationRecipe } from '#app/enquiries/evacuation/evacuation-recipe.server.ts';
import { keepFormWhenOffline, type FormAnswer } from '#app/enquiries/form-answer.ts';
import { earliestToday } from '#app/i18n/dates.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import type { PageHandle } from '#app/root.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { FlightArc } from '#app/ui/flight-arc.tsx';
import { postEnquiry } from './enquiry-post.server.ts';

export const handle: PageHandle = { i18n: ['home', 'evacuation', 'forms', 'airports'], needsReact: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const t = await i18n.getFixedT(request, 'home');
  return {
    page: { title: t('title'), description: t('description') },
    earliestDate: earliestToday(new Date()),
  };
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export const action = ({ request }: ActionFunctionArgs) => postEnquiry(request, evacuationRecipe);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormWhenOffline(() => serverAction<FormAnswer>());

export default function Home() {
  const { t } = useTranslation('home');
  const { t: evacuation } = useTranslation('evacuation');
  const { earliestDate } = useLoaderData<typeof loader>();
  const request = useEvacuationForm(useActionData<FormAnswer>());
  return (
    <main id="content" className="mx-auto grid max-w-page gap-x-16 gap-y-8 px-4 py-8 lg:grid-cols-[1fr_36rem] lg:py-16">
      <div className="lg:col-span-2 [&:empty]:hidden">
        <EvacuationProblems request={request} />
      </div>
      <section className="grid content-start justify-items-start gap-5 py-4">
        <FlightArc className="h-auto w-44 md:w-60" />
        <h1 className="max-w-reading text-h1">{t('heading')}</h1>
        <p className="max-w-reading text-lead text-ink-muted">{t('lead')}</p>
        <a href="#evacuation-section" className={`lg:hidden ${buttonClass('urgent')}`}>
          {t('urgent')}
        </a>
      </section>
      <section
        id="evacuation-section"
        aria-labelledby="evacuation-heading"
        className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
      >
        <h2 id="evacuation-heading" className="mb-6 text-h2">
          {evacuation('form.heading')}
        </h2>
        <EvacuationForm request={request} earliestDate={earliestDate} />
      </section>
    </main>
  );
}
