import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormUploads } from './form-uploads.ts';

/** Shows the progress of the uploads that a submission is waiting for. Must be rendered inside the form. */
export function UploadProgress() {
  const { t } = useTranslation('forms');
  const element = useRef<HTMLDivElement>(null);
  const [formId, setFormId] = useState('');
  useEffect(() => setFormId(element.current?.closest('form')?.id ?? ''), []);
  const { isSubmitPending, uploadingCount, percent, hasDisc } = useFormUploads(formId);
  return (
    <div ref={element} className={isSubmitPending ? 'grid gap-2' : 'visually-hidden'}>
      <p role="status">
        {isSubmitPending && t('send.awaiting', { count: uploadingCount })}
        {isSubmitPending && hasDisc && ` ${t('send.awaiting_disc')}`}
      </p>
      {isSubmitPending && (
        <progress max={100} value={percent} aria-label={t('send.awaiting_label')} className="progress h-2 rounded" />
      )}
    </div>
  );
}
