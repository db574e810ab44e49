import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedLength } from '../browser-checks.ts';

/**
 * Shows while typing by how much a text exceeds its limit. The text is not truncated, because browsers enforce `maxlength`
 * silently.
 */
export function OverLimit({ controlId, max }: { controlId: string; max: number }) {
  const { t } = useTranslation('forms');
  /** Undefined until hydrated. */
  const [over, setOver] = useState<number>();
  useEffect(() => {
    const control = document.getElementById(controlId);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
    const count = () => setOver(Math.max(0, typedLength(control) - max));
    count();
    control.addEventListener('input', count);
    return () => control.removeEventListener('input', count);
  }, [controlId, max]);
  if (over === undefined) return null;
  return (
    <p role="status" className={over > 0 ? 'text-small font-semibold text-signal' : 'hidden-visually'}>
      {over > 0 && (
        <>
          {t('field.over_limit', { max })} {/* Screen readers announce the sentence once, not the changing number. */}
          <bdi dir="ltr" aria-hidden="true">
            +{over}
          </bdi>
        </>
      )}
    </p>
  );
}
