import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedLength } from '../browser-checks.ts';

/**
 * Shows by how many characters the text in a control exceeds its limit, while the visitor types. It replaces
 * `maxlength`, with which browsers silently truncate text.
 */
export function OverLimit({ controlId, max }: { controlId: string; max: number }) {
  const { t } = useTranslation('forms');
  /** The number of characters over the limit; undefined until hydrated. */
  const [excess, setExcess] = useState<number>();
  useEffect(() => {
    const control = document.getElementById(controlId);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
    const update = () => setExcess(Math.max(0, typedLength(control) - max));
    update();
    control.addEventListener('input', update);
    return () => control.removeEventListener('input', update);
  }, [controlId, max]);
  if (excess === undefined) return null;
  return (
    <p role="status" className={excess > 0 ? 'text-small font-semibold text-signal' : 'visually-hidden'}>
      {excess > 0 && (
        <>
          {t('field.over_limit', { max })} {/* Screen readers announce the sentence once, not the changing number. */}
          <bdi dir="ltr" aria-hidden="true">
            +{excess}
          </bdi>
        </>
      )}
    </p>
  );
}
