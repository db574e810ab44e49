import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/controls/button.tsx';
import { fileLimitsByType } from '#app/uploads/limits.ts';
import { FormErrorSummary } from '../../form/form-error-summary.tsx';
import { FormFooter } from '../../form/send-section.tsx';
import { SubmissionFields } from '../../form/submission-fields.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormActionData } from '../../form-action-data.ts';
import { callBackFieldNames } from './call-back-fields.ts';
import { type CallBackInput, CallBackInputs } from './call-back-inputs.tsx';

/** Holds the form's state, for a page that shows the error summary above its heading and the form below. */
export function useCallBackForm(actionData: FormActionData | undefined) {
  return useEnquiryForm<CallBackInput>('call-back', actionData, {}, { savesDraft: false });
}

/** The error summary of the request for a call. */
export function CallBackErrorSummary({ form }: { form: EnquiryForm<CallBackInput> }) {
  return <FormErrorSummary form={form} fieldNames={callBackFieldNames} limits={fileLimitsByType.medical} />;
}

/** The call-back form on its own page, which keeps the input and shows errors. React never starts on that page. */
export function CallBackForm({ form }: { form: EnquiryForm<CallBackInput> }) {
  const { t } = useTranslation('call-back');
  return (
    <form id={form.metadata.id} method="post" action={form.action} noValidate className="call-back">
      <SubmissionFields form={form} />
      <CallBackInputs fields={form.fields} hasTimeZoneField />
      <Button variant="primary" type="submit" className="w-full text-lead">
        {t('send')}
      </Button>
      <FormFooter action={form.action} />
    </form>
  );
}
