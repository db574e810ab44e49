import { useTranslation } from 'react-i18next';
import { FileField } from '#app/uploads/browser/file-field.tsx';
import { accepted, type FileLimits } from '#app/uploads/limits.ts';
import type { FormNamespace } from './form-namespace.ts';
import type { EnquiryForm } from './use-enquiry-form.ts';

interface EnquiryFilesProps<Fields extends Record<string, unknown>> {
  form: EnquiryForm<Fields>;
  namespace: FormNamespace;
  limits: FileLimits;
}

/** The file field of an enquiry form, below the consent to the use of health data. */
export function EnquiryFiles<Fields extends Record<string, unknown>>({
  form: { metadata, files },
  namespace,
  limits,
}: EnquiryFilesProps<Fields>) {
  const { t } = useTranslation(namespace);
  return (
    <div className="grid gap-4">
      <HealthDataConsent />
      <FileField
        id={fileFieldId(metadata)}
        label={t('form.files_label')}
        hint={t('form.files_hint', { max: limits.maxFiles, megabytes: limits.maxMegabytes })}
        accept={accepted[limits.types]}
        limits={limits}
        filesOnServer={files}
      />
    </div>
  );
}

/**
 * The consent to the use of health data. It comes before the file field, because files are uploaded as soon as they are
 * chosen, and is never collapsed, because sending the form also gives the consent.
 */
export function HealthDataConsent() {
  const { t } = useTranslation('forms');
  return (
    <p data-consent-text className="fine-print">
      {t('consent')}
    </p>
  );
}

/** Returns the id of a form's file field, for links from the error summary. */
export function fileFieldId(form: { id: string }): string {
  return `${form.id}-files`;
}
