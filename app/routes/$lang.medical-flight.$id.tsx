import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { PageHandle } from '#app/content/current-page.ts';
import { FormArticle } from '#app/content/form-article.tsx';
import { medicalFlightKinds } from '#app/content/site-pages.ts';
import { keepFormWhenOffline, type FormAnswer } from '#app/enquiries/form-answer.ts';
import {
  LongRequestForm,
  MedicalFlightProblems,
  useMedicalFlightForm,
} from '#app/enquiries/medical-flight/medical-flight-form.tsx';
import { medicalFlightRecipe } from '#app/enquiries/medical-flight/medical-flight-recipe.server.ts';
import { ProblemDialog } from '#app/enquiries/problem-dialog.tsx';
import { earliestToday } from '#app/i18n/dates.ts';
import { InWording } from '#app/i18n/in-wording.tsx';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import { russian, type Wording } from '#app/i18n/languages.ts';
import { contentOf } from './content-of-request.server.ts';
import { postEnquiry } from './enquiry-post.server.ts';
import { oneOf } from './not-found.server.ts';

export const handle: PageHandle = { i18n: ['medical-flight', 'forms', 'airports'], needsReact: true };

/** `id` is the kind of medical flight (docs/decisions/0007). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const flight = oneOf(medicalFlightKinds, params.id);
  const { content } = await contentOf(request);
  const { head, ...article } = content[`medical-flight/${flight}`];
  const parent = { name: content.services.heading, path: '/services' };
  return {
    page: { ...head, name: article.heading, parent, form: 'medical-flight' },
    article,
    flight,
    wording: wordingOf(request),
    earliestDate: earliestToday(new Date()),
  };
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export const action = (post: ActionFunctionArgs) =>
  postEnquiry(post, medicalFlightRecipe(oneOf(medicalFlightKinds, post.params.id)), wordingOf(post.request));

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormWhenOffline(() => serverAction<FormAnswer>());

/** The language of the form: the page's own, or Russian where the address asks for it. */
function wordingOf(request: Request): Wording {
  const asked = new URL(request.url).searchParams.get('wording');
  return asked === 'ru' ? 'ru' : languageOfRequest(request);
}

export default function MedicalFlightPage() {
  const { t } = useTranslation('medical-flight');
  const { article, flight, wording, earliestDate } = useLoaderData<typeof loader>();
  const request = useMedicalFlightForm(useActionData<FormAnswer>(), flight);
  return (
    <FormArticle
      article={article}
      forms={[{ id: 'request', heading: t('form.heading') }]}
      problems={
        <InWording wording={wording}>
          <MedicalFlightProblems request={request} />
        </InWording>
      }
    >
      <section
        id="request"
        aria-labelledby="request-heading"
        className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
      >
        {wording !== 'ru' && (
          <p className="mb-4">
            <a href="?wording=ru#request" lang="ru" dir={russian.dir} className="text-action underline">
              {russian.readForm}
            </a>
          </p>
        )}
        <InWording wording={wording}>
          <LongRequestForm request={request} flight={flight} earliestDate={earliestDate} />
          <ProblemDialog request={request} />
        </InWording>
      </section>
    </FormArticle>
  );
}
