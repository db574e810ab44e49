import { useTranslation } from 'react-i18next';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';

/**
 * Shown once the offers have expired, with a link that repeats the search.
 * @param searchAgainUrl URL of the same search
 */
export function ExpiredNotice({ searchAgainUrl }: { searchAgainUrl: string }) {
  const { t } = useTranslation('flights');
  return (
    <Notice variant="problem">
      <h2>{t('detail.expired.title')}</h2>
      <p>{t('detail.expired.text')}</p>
      <p>
        <a href={searchAgainUrl} rel="nofollow" className={buttonClass('primary')}>
          {t('detail.search_again')}
        </a>
      </p>
    </Notice>
  );
}
