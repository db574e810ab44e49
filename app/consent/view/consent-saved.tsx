import { useTranslation } from 'react-i18next';
import { Notice } from '#app/ui/messages/notice.tsx';

/** Confirms, without JavaScript, that the choice made in the banner and the form's input were saved. */
export function ConsentSaved() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-page px-4 pt-4">
      <Notice>
        <p>{t('consent.saved')}</p>
        <p>{t('consent.form_kept')}</p>
      </Notice>
    </div>
  );
}
