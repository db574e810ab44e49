import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { describeArticle } from '#app/content/pages/describe-article.ts';
import { FormArticle } from '#app/content/pages/form-article.tsx';
import { ProblemDialog } from '#app/enquiries/form/problem-dialog.tsx';
import { type FormActionData, keepFormOnFailure } from '#app/enquiries/form-action-data.ts';
import { specialties } from '#app/enquiries/kinds/treatment/treatment-fields.ts';
import {
  TreatmentErrorSummary,
  TreatmentForm,
  useTreatmentForm,
} from '#app/enquiries/kinds/treatment/treatment-form.tsx';
import { treatmentKind } from '#app/enquiries/kinds/treatment/treatment-kind.server.ts';
import { services } from '#app/services.server.ts';
import { postEnquiry } from '#app/submissions/enquiry-post.server.ts';

export const handle: PageHandle = { i18n: ['treatment', 'forms'], startsReact: 'on-form-interaction' };

/** Loads the treatment request. `?specialty=cardiology` selects a specialty; an unknown one is ignored. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = contentOf({ request, context }, await services());
  const { head, ...article } = content['treatment/request'];
  const parent = { name: content.treatment.heading, path: '/treatment' };
  const requested = new URL(request.url).searchParams.get('specialty');
  return {
    page: describeArticle({ head, ...article }, { parent, form: 'treatment' }),
    article,
    specialtyNames: specialties.map((id) => ({ id, name: content[`treatment/${id}`].name })),
    specialty: specialties.find((id) => id === requested),
  };
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export const action = (args: ActionFunctionArgs) => postEnquiry(args, treatmentKind);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormOnFailure(() => serverAction<FormActionData>());

export default function TreatmentRequestPage() {
  const { t } = useTranslation('treatment');
  const { article, specialtyNames, specialty } = useLoaderData<typeof loader>();
  const form = useTreatmentForm(useActionData<FormActionData>());
  return (
    <FormArticle
      article={article}
      forms={[{ id: 'request', heading: t('form.heading') }]}
      problems={<TreatmentErrorSummary form={form} />}
    >
      <section
        id="request"
        aria-labelledby="request-heading"
        className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
      >
        <h2 id="request-heading" className="mb-6 text-h2">
          {t('form.heading')}
        </h2>
        <TreatmentForm form={form} specialtyNames={specialtyNames} specialty={specialty} />
        <ProblemDialog form={form} />
      </section>
    </FormArticle>
  );
}
