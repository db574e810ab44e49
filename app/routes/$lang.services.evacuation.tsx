import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { UrgentCall } from '#app/company/urgent-call.tsx';
import { formContentOf } from '#app/content/copy/content-of-request.server.ts';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { describeArticle } from '#app/content/pages/describe-article.ts';
import { FormArticle } from '#app/content/pages/form-article.tsx';
import { FormInOtherLanguages } from '#app/enquiries/form/form-in-other-languages.tsx';
import { type FormActionData, keepFormOnFailure } from '#app/enquiries/form-action-data.ts';
import { callBackPath } from '#app/enquiries/kinds/call-back/call-back-fields.ts';
import {
  EvacuationErrorSummary,
  EvacuationForm,
  useEvacuationForm,
} from '#app/enquiries/kinds/evacuation/evacuation-form.tsx';
import { evacuationKind } from '#app/enquiries/kinds/evacuation/evacuation-kind.server.ts';
import { services } from '#app/services.server.ts';
import { postEnquiry } from '#app/submissions/enquiry-post.server.ts';
import { respondWithPrefilledPage } from '#app/submissions/prefilled-page.server.ts';

export const handle: PageHandle = {
  i18n: ['evacuation', 'first-call', 'forms', 'airports'],
  startsReact: 'on-form-interaction',
};

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { language, content, services: parent } = formContentOf({ request, context }, await services());
  const { head, ...article } = content['services/evacuation'];
  const page = describeArticle({ head, ...article }, { parent, form: 'evacuation' });
  return respondWithPrefilledPage(request, language, { page, article });
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export const action = (args: ActionFunctionArgs) => postEnquiry(args, evacuationKind);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormOnFailure(() => serverAction<FormActionData>());

export default function EvacuationPage() {
  const { t } = useTranslation('evacuation');
  const { article, prefilled, earliestDate } = useLoaderData<typeof loader>();
  const form = useEvacuationForm(useActionData<FormActionData>() ?? prefilled);
  return (
    <FormArticle
      article={article}
      forms={[{ id: 'request', heading: t('form.heading') }]}
      problems={<EvacuationErrorSummary form={form} />}
      urgentNotice={import.meta.env.SSR && <UrgentCall callBackPath={callBackPath} />}
    >
      <section
        id="request"
        aria-labelledby="evacuation-heading"
        className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
      >
        <FormInOtherLanguages formId="request" />
        <h2 id="evacuation-heading" className="mb-6 text-h2">
          {t('form.heading')}
        </h2>
        <EvacuationForm form={form} earliestDate={earliestDate} />
      </section>
    </FormArticle>
  );
}
