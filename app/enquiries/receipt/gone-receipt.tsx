import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';

/** Why a receipt is gone: its enquiry was erased `at` a time (formatted), or the receipt or its link was closed. */
export type GoneReason = { reason: 'erased'; at: string } | { reason: 'closed' };

/** The page of a receipt, or of a link to it, that is gone. */
export function GoneReceipt({ gone }: { gone: GoneReason }) {
  const { t } = useTranslation('receipt');
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      <h1 className="text-h1">{gone.reason === 'erased' ? t('erased.title') : t('closed.title')}</h1>
      <p className="text-lead">{gone.reason === 'erased' ? t('erased.text', { moment: gone.at }) : t('closed.text')}</p>
      {gone.reason === 'erased' && <p>{t('erased.again')}</p>}
      <ContactButtons />
    </main>
  );
}
