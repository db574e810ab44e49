import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { type SortOrder, sortOrders } from '../model/list-query.ts';

/** Links to the list in each sort order. */
export function SortLinks({ current, href }: { current: SortOrder; href: (order: SortOrder) => string }) {
  const { t } = useTranslation('flights');
  return (
    <nav aria-label={t('sort.label')}>
      <ul className="sort-links">
        {sortOrders.map((sort) => (
          <li key={sort}>
            <Link to={href(sort)} preventScrollReset aria-current={sort === current ? 'true' : undefined}>
              {t(`sort.${sort}`)}
            </Link>
          </li>
        ))}
      </ul>
      {current === 'best' && <p className="mt-2 text-small text-ink-muted">{t('sort.best_hint')}</p>}
    </nav>
  );
}
