import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/bidi.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { NotificationActions } from './notification-actions.tsx';
import { formatReference } from './reference.ts';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * Says over the whole page that a form did not go through, when a script has sent it (spec, section 4: notification
 * dialog). What to do is in the summary behind it, which gets the focus back. Without a script the page that comes back
 * says it.
 */
export function ProblemDialog<Fields extends Record<string, unknown>>({
  request: { answer, stored },
}: {
  request: EnquiryForm<Fields>;
}) {
  const { t } = useTranslation('forms');
  const [isOpen, setIsOpen] = useState(false);
  const problem = answer?.problem;
  const told = useRef(answer);
  useEffect(() => {
    // Every answer is told once, and the one that the document came with not at all: that page says it.
    if (answer === told.current) return;
    told.current = answer;
    setIsOpen(Boolean(answer?.problem));
  }, [answer]);

  return (
    <Dialog
      look="error"
      title={problem ? t(`form.${problem}`) : ''}
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      actions={<NotificationActions />}
    >
      {stored && <p>{t('dialog.stored', { reference: isolateLtr(formatReference(stored.reference)) })}</p>}
      <p>{t('dialog.kept')}</p>
    </Dialog>
  );
}
