import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { Dialog } from '#app/ui/messages/dialog.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { isOfConnection } from '../form-answer.ts';
import { formatReference } from '../reference.ts';
import { NotificationActions } from './notification-actions.tsx';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * The notification dialog for a form that failed after being submitted by a script (spec, section 4). The error summary
 * behind it explains what to do, and gets the focus back. Without scripts the returned page shows the error; a lost
 * connection is shown beside the button.
 */
export function ProblemDialog<Fields extends Record<string, unknown>>({
  request: { answer, stored },
}: {
  request: EnquiryForm<Fields>;
}) {
  const { t } = useTranslation('forms');
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useHydrated();
  const problem = answer?.problem;
  const lastShown = useRef(answer);
  useEffect(() => {
    // Show each answer once, but not the one in the initial document, whose page already shows it.
    if (answer === lastShown.current) return;
    lastShown.current = answer;
    setIsOpen(Boolean(answer?.problem && !isOfConnection(answer.problem)));
  }, [answer]);

  // Text browsers would show a closed dialog.
  if (!isHydrated) return null;
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
