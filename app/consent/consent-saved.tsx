import { useTranslation } from 'react-i18next';
import { Notice } from '#app/ui/notice.tsx';

/** Without scripts: the choice made with the banner is kept, and so is the form that went along with it. */
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
