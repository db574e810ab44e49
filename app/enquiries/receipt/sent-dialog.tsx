import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { DialogContent } from '#app/ui/messages/dialog.tsx';
import { NotificationActions } from '../form/notification-actions.tsx';
import { formatReference } from '../reference.ts';

/**
 * The notification dialog for a submitted form (spec, section 4). Closed in the document; the enhancement script opens it
 * before hydration. Without scripts the notice on the page says the same.
 */
export function SentDialog({ message, reference }: { message: string; reference: string }) {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  const id = useId();
  return (
    // The enhancement script changes its attributes before hydration.
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
