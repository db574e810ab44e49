import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { kindFieldName } from '#app/forms/field-names.ts';
import { TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { multiLineLength } from '#app/forms/text-lengths.ts';
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
import { answerFieldNames } from './answer-fields.ts';

type AnswerFields = Record<(typeof answerFieldNames)[number], string | undefined>;
type AnswerFormState = EnquiryForm<AnswerFields>;

const errorCodes = { text: { tooLong: 'message_too_long' } } as const;

/** Holds the form's state, for a page that shows the error summary above its heading. */
export function useAnswerForm(actionData: FormActionData | undefined): AnswerFormState {
  return useEnquiryForm<AnswerFields>('answer', actionData, errorCodes, { savesDraft: false, kind: 'answer' });
}

/** The error summary of the answer form. */
export function AnswerErrorSummary({ form, limits }: { form: AnswerFormState; limits: FileLimits }) {
  return <FormErrorSummary form={form} fieldNames={answerFieldNames} limits={limits} />;
}

/** The form for a family's answer to a message from the company: text, files, or both. */
export function AnswerForm({ form, limits }: { form: AnswerFormState; limits: FileLimits }) {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  const { metadata, formProps, fields, files, isSubmitting, submittedData } = form;
  const isSubmittingAnswer = isSubmitting && submittedData?.get(kindFieldName) === 'answer';
  const hintValues = { max: limits.maxFiles, megabytes: limits.maxMegabytes };
  return (
    <Form {...formProps} className="grid gap-5">
      <EnterKeySubmitButton label={t('answer.send')} />
      <input type="hidden" name={kindFieldName} value="answer" />
      <TextAreaField field={fields.text} label={t('answer.text')} maxCharacters={multiLineLength.max} rows={5} />
      <HealthDataConsent />
      <FileField
        id={fileFieldId(metadata)}
        label={t('answer.files')}
        hint={
          limits.types === 'medical' ? t('documents.hint_medical', hintValues) : t('documents.hint_letter', hintValues)
        }
        accept={accepted[limits.types]}
        limits={limits}
        filesOnServer={files}
      />
      <Button variant="primary" type="submit" aria-disabled={isSubmitting || undefined}>
        {isSubmittingAnswer && <span aria-hidden="true" className="spinner" />}
        <span>{isSubmittingAnswer ? forms('send.submitting') : t('answer.send')}</span>
      </Button>
      <ConnectionProblem form={form} />
      <UploadProgress />
      <p role="status" className={isSubmittingAnswer ? '' : 'visually-hidden'}>
        {isSubmittingAnswer && forms('send.submitting_hint')}
      </p>
    </Form>
  );
}
