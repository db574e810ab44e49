import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { UrgentCall } from '#app/company/urgent-call.tsx';
import { formContentOf } from '#app/content/copy/content-of-request.server.ts';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { describeArticle } from '#app/content/pages/describe-article.ts';
import { FormArticle } from '#app/content/pages/form-article.tsx';
import { medicalFlightKinds } from '#app/content/site/site-pages.ts';
import { FormInOtherLanguages } from '#app/enquiries/form/form-in-other-languages.tsx';
import { ProblemDialog } from '#app/enquiries/form/problem-dialog.tsx';
import { type FormActionData, keepFormOnFailure } from '#app/enquiries/form-action-data.ts';
import { callBackPath } from '#app/enquiries/kinds/call-back/call-back-fields.ts';
import { isForNewborn } from '#app/enquiries/kinds/medical-flight/medical-flight-fields.ts';
import {
  MedicalFlightErrorSummary,
  MedicalFlightForm,
  useMedicalFlightForm,
} from '#app/enquiries/kinds/medical-flight/medical-flight-form.tsx';
import { medicalFlightFormDefinition } from '#app/enquiries/kinds/medical-flight/medical-flight-kind.server.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';
import { postEnquiry } from '#app/submissions/enquiry-post.server.ts';
import { respondWithPrefilledPage } from '#app/submissions/prefilled-page.server.ts';

export const handle: PageHandle = {
  i18n: ['medical-flight', 'first-call', 'forms', 'airports'],
  startsReact: 'on-form-interaction',
};

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Loads the form for the kind of medical flight that `id` names (docs/decisions/0007); any other value is a 404. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const flight = requireOneOf(medicalFlightKinds, params.id);
  const { language, content, services: parent } = formContentOf({ request, context }, await services());
  const { head, ...article } = content[`medical-flight/${flight}`];
  const page = describeArticle({ head, ...article }, { parent, form: 'medical-flight' });
  return respondWithPrefilledPage(request, language, { page, article, flight });
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export const action = (args: ActionFunctionArgs) =>
  postEnquiry(args, medicalFlightFormDefinition(requireOneOf(medicalFlightKinds, args.params.id)));

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormOnFailure(() => serverAction<FormActionData>());

export default function MedicalFlightPage() {
  const { t } = useTranslation('medical-flight');
  const { article, flight, prefilled, earliestDate } = useLoaderData<typeof loader>();
  const form = useMedicalFlightForm(useActionData<FormActionData>() ?? prefilled);
  return (
    <FormArticle
      article={article}
      forms={[{ id: 'request', heading: t(isForNewborn(flight) ? 'newborn.heading' : 'form.heading') }]}
      problems={form.hasErrors && <MedicalFlightErrorSummary form={form} />}
      urgentNotice={import.meta.env.SSR && <UrgentCall callBackPath={callBackPath} />}
    >
      <section
        id="request"
        aria-labelledby="request-heading"
        className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
      >
        <FormInOtherLanguages formId="request" />
        <MedicalFlightForm form={form} transportType={flight} earliestDate={earliestDate} />
        <ProblemDialog form={form} />
      </section>
    </FormArticle>
  );
}
