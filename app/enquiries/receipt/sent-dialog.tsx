import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/bidi.ts';
import { DialogContent } from '#app/ui/dialog.tsx';
import { NotificationActions } from '../notification-actions.tsx';
import { formatReference } from '../reference.ts';

/**
 * Says over the whole page that a form has arrived (spec, section 4: notification dialog). Closed in the document: the
 * enhancement script opens it at once, long before React is there. Without a script the notice on the page says the
 * same.
 */
export function SentDialog({ message, reference }: { message: string; reference: string }) {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
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
      <DialogContent id={id} look="success" title={message} actions={<NotificationActions />}>
        <p>{forms('dialog.stored', { reference: isolateLtr(formatReference(reference)) })}</p>
        <p>{t('reference_hint')}</p>
      </DialogContent>
    </dialog>
  );
}
