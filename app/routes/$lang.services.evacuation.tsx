import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EvacuationForm, EvacuationProblems, useEvacuationForm } from '#app/enquiries/evacuation/evacuation-form.tsx';
import { evacuationRecipe } from '#app/enquiries/evacuation/evacuation-recipe.server.ts';
import { keepFormWhenOffline, type FormAnswer } from '#app/enquiries/form-answer.ts';
import { earliestToday } from '#app/i18n/dates.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import type { PageHandle } from '#app/root.tsx';
import { postEnquiry } from './enquiry-post.server.ts';

export const handle: PageHandle = { i18n: ['evacuation', 'forms', 'airports'], needsReact: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const t = await i18n.getFixedT(request, 'evacuation');
  return {
    page: { title: t('page.title'), description: t('page.description') },
    earliestDate: earliestToday(new Date()),
  };
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export const action = ({ request }: ActionFunctionArgs) => postEnquiry(request, evacuationRecipe);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormWhenOffline(() => serverAction<FormAnswer>());

export default function EvacuationPage() {
  const { t } = useTranslation('evacuation');
  const { earliestDate } = useLoaderData<typeof loader>();
  const request = useEvacuationForm(useActionData<FormAnswer>());
  return (
    <main id="content" className="mx-auto grid max-w-form gap-8 px-4 py-8 md:py-12">
      <EvacuationProblems request={request} />
      <div className="grid gap-4">
        <h1 className="text-h1">{t('page.heading')}</h1>
        <p className="text-lead text-ink-muted">{t('page.lead')}</p>
      </div>
      <section
        aria-labelledby="evacuation-heading"
        className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
      >
        <h2 id="evacuation-heading" className="mb-6 text-h2">
          {t('form.heading')}
        </h2>
        <EvacuationForm request={request} earliestDate={earliestDate} />
      </section>
    </main>
  );
}
