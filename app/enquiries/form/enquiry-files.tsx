import { useTranslation } from 'react-i18next';
import { FileField } from '#app/uploads/browser/file-field.tsx';
import { accepted, type FileLimits } from '#app/uploads/limits.ts';
import type { FormNamespace } from './form-namespace.ts';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * The file field of an enquiry form, below the consent to the use of health data. The consent stands before the field,
 * because files are uploaded as soon as they are chosen.
 */
export function EnquiryFiles<Fields extends Record<string, unknown>>({
  form: { metadata, files },
  namespace,
  limits,
}: {
  form: EnquiryForm<Fields>;
  namespace: FormNamespace;
  limits: FileLimits;
}) {
  const { t } = useTranslation(namespace);
  const { t: forms } = useTranslation('forms');
  return (
    <div className="grid gap-4">
      <p data-consent-text className="text-small text-ink-muted">
        {forms('consent')}
      </p>
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

/** Returns the id of a form's file field, for links from the error summary. */
export function fileFieldId(form: { id: string }): string {
  return `${form.id}-files`;
}
