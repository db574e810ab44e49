import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { kindFieldName } from '#app/forms/field-names.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { contactFileLimits } from '#app/uploads/limits.ts';
import type { ContactDetails, OptionalDetail } from '../../contact-details/contact-details.ts';
import { contactErrorCodes, ContactInputs } from '../../contact-details/contact-inputs.tsx';
import { ConnectionProblem } from '../../form/connection-problem.tsx';
import { FormErrorSummary } from '../../form/form-error-summary.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormActionData } from '../../form-action-data.ts';
import { contactDetailNames } from './contact-details-fields.ts';

type DetailFields = Record<(typeof contactDetailNames)[number], string | undefined>;
type DetailsForm = EnquiryForm<DetailFields>;

/** Holds the form's state, for a page that shows the error summary above its heading. */
export function useDetailsForm(actionData: FormActionData | undefined): DetailsForm {
  return useEnquiryForm<DetailFields>('details', actionData, contactErrorCodes, { savesDraft: false, kind: 'details' });
}

/** The error summary of the correction form. */
export function DetailsErrorSummary({ form }: { form: DetailsForm }) {
  return <FormErrorSummary form={form} fieldNames={contactDetailNames} limits={contactFileLimits} />;
}

/** The form that corrects the contact details. Collapsed unless it has errors. */
export function ContactDetailsForm({
  form,
  current,
  optional,
}: {
  form: DetailsForm;
  /** The contact details before the correction. */
  current: ContactDetails;
  /** The contact details that may be left out. */
  optional: readonly OptionalDetail[];
}) {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  const { formProps, fields, isSubmitting, submittedData, hasErrors, isFresh } = form;
  const isSubmittingDetails = isSubmitting && submittedData?.get(kindFieldName) === 'details';
  return (
    <details open={hasErrors || undefined} className="rounded-card border border-line bg-surface-raised">
      <summary className="min-h-12 cursor-pointer px-5 py-3 font-semibold text-action">{t('details.open')}</summary>
      <Form {...formProps} className="grid gap-5 border-t border-line p-5">
        <input type="hidden" name={kindFieldName} value="details" />
        <ContactInputs fields={fields} initial={isFresh ? current : undefined} optional={optional} />
        <Button variant="primary" type="submit" aria-disabled={isSubmitting || undefined}>
          {isSubmittingDetails && <span aria-hidden="true" className="spinner" />}
          <span>{isSubmittingDetails ? forms('send.submitting') : t('details.send')}</span>
        </Button>
        <ConnectionProblem form={form} />
      </Form>
    </details>
  );
}
