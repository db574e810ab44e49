import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { PageHandle } from '#app/content/current-page.ts';
import { FormArticle } from '#app/content/form-article.tsx';
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
  return {
    page: { ...head, name: article.heading, parent, form: 'evacuation' },
    article,
    earliestDate: earliestToday(new Date()),
  };
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export const action = (post: ActionFunctionArgs) => postEnquiry(post, evacuationRecipe);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormWhenOffline(() => serverAction<FormAnswer>());

export default function EvacuationPage() {
  const { t } = useTranslation('evacuation');
  const { article, earliestDate } = useLoaderData<typeof loader>();
  const request = useEvacuationForm(useActionData<FormAnswer>());
  return (
    <FormArticle
      article={article}
      forms={[{ id: 'request', heading: t('form.heading') }]}
      problems={<EvacuationProblems request={request} />}
    >
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
    </FormArticle>
  );
}
