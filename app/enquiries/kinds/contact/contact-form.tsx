import { useTranslation } from 'react-i18next';
import { TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { multiLineLength } from '#app/forms/text-lengths.ts';
import { contactFileLimits } from '#app/uploads/limits.ts';
import { contactErrorCodes, ContactInputs } from '../../contact-details/contact-inputs.tsx';
import { EnquiryFiles } from '../../form/enquiry-files.tsx';
import { EnquiryFormFrame } from '../../form/enquiry-form-frame.tsx';
import { FormErrorSummary } from '../../form/form-error-summary.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormActionData } from '../../form-action-data.ts';
import { contactFieldNames } from './contact-fields.ts';
import type { Contact } from './contact-schema.ts';

const errorCodes = { ...contactErrorCodes, message: { tooLong: 'message_too_long' } as const };

/** Holds the form's state, for a page that shows the error summary above its heading and the form below. */
export function useContactForm(actionData: FormActionData | undefined) {
  return useEnquiryForm<Contact>('contact', actionData, errorCodes);
}

/** The error summary of the contact form. */
export function ContactErrorSummary({ form }: { form: EnquiryForm<Contact> }) {
  return <FormErrorSummary form={form} fieldNames={contactFieldNames} limits={contactFileLimits} />;
}

/** The contact form, with attachments (spec, section 3). Works without JavaScript. */
export function ContactForm({ form }: { form: EnquiryForm<Contact> }) {
  const { t } = useTranslation('contact');
  const { t: forms } = useTranslation('forms');
  return (
    <EnquiryFormFrame form={form} namespace="contact">
      <div className="grid gap-5">
        <ContactInputs fields={form.fields} />
        <TextAreaField
          field={form.fields.message}
          label={t('form.message')}
          note={forms('field.optional')}
          hint={t('form.message_hint')}
          maxCharacters={multiLineLength.max}
          rows={6}
        />
        <EnquiryFiles form={form} namespace="contact" limits={contactFileLimits} />
      </div>
    </EnquiryFormFrame>
  );
}
