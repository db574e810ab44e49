import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AwaitedUploads } from '#app/uploads/awaited-uploads.tsx';
import { kindFieldName } from '#app/uploads/field-names.ts';
import { FileField } from '#app/uploads/file-field.tsx';
import { acceptedLetters, acceptedMedicalFiles, type FileLimits } from '#app/uploads/limits.ts';
import { Button } from '#app/ui/button.tsx';
import type { FormAnswer } from '../form-answer.ts';
import { FormProblems } from '../form-problems.tsx';
import { EnterSends } from '../send-section.tsx';
import { useEnquiryForm, type EnquiryForm } from '../use-enquiry-form.ts';

const filesId = 'documents-files';

/** Files only. */
type Documents = Record<string, undefined>;
type DocumentsForm = EnquiryForm<Documents>;

/** The form's state, held by the page: its problems stand above the heading. */
export function useDocumentsForm(answer: FormAnswer | undefined): DocumentsForm {
  return useEnquiryForm<Documents>(
    'documents',
    answer?.kind === 'documents' ? answer : undefined,
    {},
    { isKept: false },
  );
}

export function DocumentsProblems({ request, limits }: { request: DocumentsForm; limits: FileLimits }) {
  return <FormProblems request={request} fieldNames={[]} filesId={filesId} limits={limits} />;
}

/** Documents that come later, to the same enquiry. */
export function AddDocumentsForm({ request, limits }: { request: DocumentsForm; limits: FileLimits }) {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  const { formProps, files, isSubmitting, sending } = request;
  const isOwn = isSubmitting && sending?.get(kindFieldName) === 'documents';
  return (
    <Form {...formProps} className="grid gap-5">
      <EnterSends label={t('documents.send')} />
      <input type="hidden" name={kindFieldName} value="documents" />
      <FileField
        id={filesId}
        label={t('documents.label')}
        hint={
          limits.types === 'medical'
            ? t('documents.hint_medical', hintValues(limits))
            : t('documents.hint_letter', hintValues(limits))
        }
        accept={limits.types === 'medical' ? acceptedMedicalFiles : acceptedLetters}
        limits={limits}
        onServer={files}
        isRequired
      />
      <Button look="main" type="submit" aria-disabled={isSubmitting || undefined}>
        {isOwn && <span aria-hidden="true" className="spinner" />}
        <span>{isOwn ? forms('send.submitting') : t('documents.send')}</span>
      </Button>
      <AwaitedUploads />
      <p role="status" className={isOwn ? '' : 'hidden-visually'}>
        {isOwn && forms('send.submitting_hint')}
      </p>
    </Form>
  );
}

function hintValues({ maxFiles, maxMegabytes }: FileLimits) {
  return { max: maxFiles, megabytes: maxMegabytes };
}
