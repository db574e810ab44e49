import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { NextStep } from '#app/content/next-step.tsx';
import { PageIntro } from '#app/content/page-intro.tsx';
import type { PageHandle } from '#app/content/current-page.ts';
import { Sections } from '#app/content/prose.tsx';
import { TableOfContents } from '#app/content/table-of-contents.tsx';
import { EvacuationForm, EvacuationProblems, useEvacuationForm } from '#app/enquiries/evacuation/evacuation-form.tsx';
import { evacuationRecipe } from '#app/enquiries/evacuation/evacuation-recipe.server.ts';
import { keepFormWhenOffline, type FormAnswer } from '#app/enquiries/form-answer.ts';
import { earliestToday } from '#app/i18n/dates.ts';
import { contentOf } from './content-of-request.server.ts';
import { postEnquiry } from './enquiry-post.server.ts';

export const handle: PageHandle = { i18n: ['evacuation', 'forms', 'airports'], needsReact: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const { head, ...article } = content['services/evacuation'];
  const parent = { name: content.services.heading, path: '/services' };
  return { page: { ...head, name: article.heading, parent }, article, earliestDate: earliestToday(new Date()) };
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export const action = ({ request }: ActionFunctionArgs) => postEnquiry(request, evacuationRecipe);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormWhenOffline(() => serverAction<FormAnswer>());

export default function EvacuationPage() {
  const { t } = useTranslation('evacuation');
  const { article, earliestDate } = useLoaderData<typeof loader>();
  const request = useEvacuationForm(useActionData<FormAnswer>());
  return (
    <main id="content" className="page">
      <div className="[&:empty]:hidden">
        <EvacuationProblems request={request} />
      </div>
      <PageIntro heading={article.heading} lead={article.lead} picture={article.picture} />
      <div className="with-aside form-first">
        <TableOfContents sections={[{ id: 'request', heading: t('form.heading') }, ...article.sections]} />
        <div className="grid max-w-form gap-10">
          <section
            id="request"
            aria-labelledby="evacuation-heading"
            className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
          >
            <h2 id="evacuation-heading" className="mb-6 text-h2">
              {t('form.heading')}
            </h2>
            <EvacuationForm request={request} earliestDate={earliestDate} />
          </section>
          <Sections sections={article.sections} />
        </div>
      </div>
      <NextStep />
    </main>
  );
}
