import { useTranslation } from 'react-i18next';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** Offers live for 15 minutes; the same search is begun anew by one tap. */
export function ExpiredNotice({ again }: { again: string }) {
  const { t } = useTranslation('flights');
  return (
    <Notice look="problem">
      <h2>{t('detail.expired.title')}</h2>
      <p>{t('detail.expired.text')}</p>
      <p>
        <a href={again} rel="nofollow" className={buttonClass('main')}>
          {t('detail.search_again')}
        </a>
      </p>
    </Notice>
  );
}
