import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormUploads } from './form-uploads.ts';

/** What a form that is to be sent still waits for, inside that form. */
export function AwaitedUploads() {
  const { t } = useTranslation('forms');
  const place = useRef<HTMLDivElement>(null);
  const [formId, setFormId] = useState('');
  useEffect(() => setFormId(place.current?.closest('form')?.id ?? ''), []);
  const { isAwaited, underWay, percent } = useFormUploads(formId);
  return (
    <div ref={place} className={isAwaited ? 'grid gap-2' : 'hidden-visually'}>
      <p role="status">{isAwaited && t('send.awaiting', { count: underWay })}</p>
      {isAwaited && (
        <progress max={100} value={percent} aria-label={t('send.awaiting_label')} className="progress h-2 rounded" />
      )}
    </div>
  );
}
