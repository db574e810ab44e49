import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { Dialog } from '#app/ui/messages/dialog.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { isConnectionProblem } from '../form-action-data.ts';
import { formatReference } from '../reference.ts';
import { NotificationActions } from './notification-actions.tsx';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * The notification dialog that opens when a submission by script fails (spec, section 4). The error summary behind it
 * explains what to do and receives focus when the dialog closes. Without JavaScript, only the error summary is shown. A
 * lost connection is shown beside the submit button.
 */
export function ProblemDialog<Fields extends Record<string, unknown>>({
  form: { response, stored },
}: {
  form: EnquiryForm<Fields>;
}) {
  const { t } = useTranslation('forms');
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useHydrated();
  const problem = response?.problem;
  const lastResponse = useRef(response);
  useEffect(() => {
    // Open once for each response, but not for the response in the initial document, which already shows the error.
    if (response === lastResponse.current) return;
    lastResponse.current = response;
    setIsOpen(Boolean(response?.problem && !isConnectionProblem(response.problem)));
  }, [response]);

  // Text browsers would display a closed dialog.
  if (!isHydrated) return null;
  return (
    <Dialog
      variant="error"
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
