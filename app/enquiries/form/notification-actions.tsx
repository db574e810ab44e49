import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';

/** The actions of a notification dialog: close it or go to the home page (spec, section 4). */
export function NotificationActions() {
  const { t } = useTranslation('forms');
  const { t: common } = useTranslation();
  const language = useFormLanguage();
  return (
    <>
      <form method="dialog">
        <button type="submit" className={buttonClass('primary')}>
          {t('dialog.ok')}
        </button>
      </form>
      <a href={pathIn(language, '/')} className={buttonClass('secondary')}>
        {common('nav.home')}
      </a>
    </>
  );
}
