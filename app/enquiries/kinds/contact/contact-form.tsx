import { useTranslation } from 'react-i18next';
import { TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { textLength } from '#app/forms/single-line-length.ts';
import { contactFileLimits } from '#app/uploads/limits.ts';
import { EnquiryFiles } from '../../form/enquiry-files.tsx';
import { EnquiryFormFrame } from '../../form/enquiry-form-frame.tsx';
import { FormProblems } from '../../form/form-problems.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormAnswer } from '../../form-answer.ts';
import { personChecks, PersonInputs } from '../../person/person-inputs.tsx';
import { contactFieldNames } from './contact-fields.ts';
import type { Contact } from './contact-schema.ts';

const checks = { ...personChecks, message: { long: 'message_too_long' } as const };

/** Holds the form's state, for a page that shows the error summary above its heading and the form below. */
export function useContactForm(answer: FormAnswer | undefined) {
  return useEnquiryForm<Contact>('contact', answer, checks);
}

/** The error summary of the contact form. */
export function ContactProblems({ request }: { request: EnquiryForm<Contact> }) {
  return <FormProblems request={request} fieldNames={contactFieldNames} limits={contactFileLimits} />;
}

/** The contact form, with attachments (spec, section 3). Works without scripts. */
export function ContactForm({ request }: { request: EnquiryForm<Contact> }) {
  const { t } = useTranslation('contact');
  const { t: forms } = useTranslation('forms');
  return (
    <EnquiryFormFrame request={request} texts="contact">
      <div className="grid gap-5">
        <PersonInputs fields={request.fields} />
        <TextAreaField
          field={request.fields.message}
          label={t('form.message')}
          note={forms('field.optional')}
          hint={t('form.message_hint')}
          maxCharacters={textLength.max}
          rows={6}
        />
        <EnquiryFiles request={request} texts="contact" limits={contactFileLimits} />
      </div>
    </EnquiryFormFrame>
  );
}
