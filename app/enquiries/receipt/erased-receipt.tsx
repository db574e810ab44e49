import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';

/** The page of a receipt whose enquiry has been erased. @param at when the enquiry was erased, formatted */
export function ErasedReceipt({ heading, at }: { heading: string; at: string }) {
  const { t } = useTranslation('receipt');
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      <h1 className="text-h1">{heading}</h1>
      <p className="text-lead">{t('erased.text', { moment: at })}</p>
      <p>{t('erased.again')}</p>
      <ContactButtons />
    </main>
  );
}
