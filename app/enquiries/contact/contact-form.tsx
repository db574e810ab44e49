import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { receiptFieldName } from '#app/uploads/field-names.ts';
import { FileField } from '#app/uploads/file-field.tsx';
import { acceptedLetters, contactFiles } from '#app/uploads/limits.ts';
import type { FormAnswer } from '../form-answer.ts';
import { FormProblems } from '../form-problems.tsx';
import { KeptDraftOffer } from '../kept-draft-offer.tsx';
import { PersonInputs, personChecks } from '../person-inputs.tsx';
import { EnterSends, SendSection } from '../send-section.tsx';
import { TextAreaField } from '#app/forms/text-field.tsx';
import { useEnquiryForm, type EnquiryForm } from '../use-enquiry-form.ts';
import { textLength } from '#app/forms/words-length.ts';
import { contactFieldNames } from './contact-fields.ts';
import type { Contact } from './contact-schema.ts';

const filesId = 'contact-files';

const checks = { ...personChecks, message: {} };

/** The form's state, held by the page: its problems stand above the heading, its fields below. */
export function useContactForm(answer: FormAnswer | undefined) {
  return useEnquiryForm<Contact>('contact', answer, checks);
}

/** What is wrong with the message, for the top of the page. */
export function ContactProblems({ request }: { request: EnquiryForm<Contact> }) {
  return <FormProblems request={request} fieldNames={contactFieldNames} filesId={filesId} limits={contactFiles} />;
}

/** A message to the company, with reports (spec, section 3). Works as a plain post; scripts only make it smoother. */
export function ContactForm({ request }: { request: EnquiryForm<Contact> }) {
  const { t } = useTranslation('contact');
  const { t: forms } = useTranslation('forms');
  const { fields, files, formProps, isSubmitting, action, stored } = request;
  // What is changed now would not be sent any more.
  const whileSending = isSubmitting ? { inert: '' } : {};
  return (
    <Form {...formProps} className="grid gap-8">
      <EnterSends label={t('form.send')} />{' '}
      {stored && <input type="hidden" name={receiptFieldName} value={stored.receiptToken} />}
      <KeptDraftOffer request={request} />
      <div className="grid gap-5" {...whileSending}>
        <PersonInputs fields={fields} />
        <TextAreaField
          field={fields.message}
          label={t('form.message')}
          note={forms('field.optional')}
          hint={t('form.message_hint')}
          maxLength={textLength.max}
          rows={6}
        />
        <FileField
          id={filesId}
          label={t('form.files_label')}
          hint={t('form.files_hint', { max: contactFiles.maxFiles, megabytes: contactFiles.maxMegabytes })}
          accept={acceptedLetters}
          limits={contactFiles}
          onServer={files}
        />
      </div>
      <SendSection
        label={t('form.send')}
        next={{ title: t('form.next'), text: t('form.next_steps') }}
        privacy={t('form.privacy')}
        isSubmitting={isSubmitting}
        action={action}
      />
    </Form>
  );
}
