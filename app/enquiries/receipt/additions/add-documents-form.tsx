import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { kindFieldName } from '#app/forms/field-names.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { FileField } from '#app/uploads/browser/file-field.tsx';
import { UploadProgress } from '#app/uploads/browser/upload-progress.tsx';
import { accepted, type FileLimits } from '#app/uploads/limits.ts';
import { ConnectionProblem } from '../../form/connection-problem.tsx';
import { fileFieldId, HealthDataConsent } from '../../form/enquiry-files.tsx';
import { FormErrorSummary } from '../../form/form-error-summary.tsx';
import { EnterKeySubmitButton } from '../../form/send-section.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormActionData } from '../../form-action-data.ts';

/** The form has no fields other than the file field. */
type DocumentFields = Record<string, undefined>;
type DocumentsForm = EnquiryForm<DocumentFields>;

/** Holds the form's state, for a page that shows the error summary above its heading. */
export function useDocumentsForm(actionData: FormActionData | undefined): DocumentsForm {
  return useEnquiryForm<DocumentFields>('documents', actionData, {}, { savesDraft: false, kind: 'documents' });
}

/** The error summary of the form that adds documents. */
export function DocumentsErrorSummary({ form, limits }: { form: DocumentsForm; limits: FileLimits }) {
  return <FormErrorSummary form={form} fieldNames={[]} limits={limits} />;
}

/** The form that adds documents to an enquiry. */
export function AddDocumentsForm({ form, limits }: { form: DocumentsForm; limits: FileLimits }) {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  const { metadata, formProps, files, isSubmitting, submittedData } = form;
  const isSubmittingDocuments = isSubmitting && submittedData?.get(kindFieldName) === 'documents';
  return (
    <Form {...formProps} className="grid gap-5">
      <EnterKeySubmitButton label={t('documents.send')} />
      <input type="hidden" name={kindFieldName} value="documents" />
      <HealthDataConsent />
      <FileField
        id={fileFieldId(metadata)}
        label={t('documents.label')}
        hint={
          limits.types === 'medical'
            ? t('documents.hint_medical', hintValues(limits))
            : t('documents.hint_letter', hintValues(limits))
        }
        accept={accepted[limits.types]}
        limits={limits}
        filesOnServer={files}
        isRequired
      />
      <Button variant="primary" type="submit" aria-disabled={isSubmitting || undefined}>
        {isSubmittingDocuments && <span aria-hidden="true" className="spinner" />}
        <span>{isSubmittingDocuments ? forms('send.submitting') : t('documents.send')}</span>
      </Button>
      <ConnectionProblem form={form} />
      <UploadProgress />
      <p role="status" className={isSubmittingDocuments ? '' : 'visually-hidden'}>
        {isSubmittingDocuments && forms('send.submitting_hint')}
      </p>
    </Form>
  );
}

function hintValues({ maxFiles, maxMegabytes }: FileLimits) {
  return { max: maxFiles, megabytes: maxMegabytes };
}
