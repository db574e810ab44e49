import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/bidi.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { DialogContent } from '#app/ui/dialog.tsx';
import { formatReference } from '../reference.ts';

/**
 * Says over the whole page that a form has arrived (spec, section 4: notification dialog). Closed in the document: the
 * enhancement script opens it at once, long before React is there. Without a script the notice on the page says the
 * same.
 */
export function SentDialog({ message, reference }: { message: string; reference: string }) {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const id = useId();
  return (
    // The script that opens it changes attributes before React sees them.
    <dialog
      data-open-at-once
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      className="dialog no-print"
      suppressHydrationWarning
    >
      <DialogContent
        id={id}
        look="success"
        title={message}
        actions={
          <>
            <form method="dialog">
              <button type="submit" className={buttonClass('main')}>
                {forms('dialog.ok')}
              </button>
            </form>
            <a href={pathIn(language, '/')} className={buttonClass('quiet')}>
              {common('nav.home')}
            </a>
          </>
        }
      >
        <p>{forms('dialog.stored', { reference: isolateLtr(formatReference(reference)) })}</p>
        <p>{t('reference_hint')}</p>
      </DialogContent>
    </dialog>
  );
}
