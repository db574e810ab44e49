import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { DialogContent } from '#app/ui/messages/dialog.tsx';
import { NotificationActions } from '../form/notification-actions.tsx';
import { formatReference } from '../reference.ts';

/**
 * The notification dialog that confirms a submission (spec, section 4). It is closed in the document; the enhancement script
 * opens it before hydration. Without JavaScript, the notice on the page conveys the same message.
 */
export function SentDialog({ message, reference }: { message: string; reference: string }) {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  const id = useId();
  return (
    // The enhancement script changes the dialog's attributes before hydration.
    <dialog
      data-open-at-once
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      className="dialog no-print"
      suppressHydrationWarning
    >
      <DialogContent id={id} variant="success" title={message} actions={<NotificationActions />}>
        <p>{forms('dialog.stored', { reference: isolateLtr(formatReference(reference)) })}</p>
        <p>{t('reference_hint')}</p>
      </DialogContent>
    </dialog>
  );
}
