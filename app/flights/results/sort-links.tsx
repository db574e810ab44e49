import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { type SortOrder, sortOrders } from '../model/list-query.ts';

/** Links to the list in each sort order. */
export function SortLinks({ current, href }: { current: SortOrder; href: (order: SortOrder) => string }) {
  const { t } = useTranslation('flights');
  return (
    <nav aria-label={t('sort.label')}>
      <ul className="flex flex-wrap gap-1.5 sm:gap-2">
        {sortOrders.map((sort) => (
          <li key={sort}>
            <Link
              to={href(sort)}
              preventScrollReset
              aria-current={sort === current ? 'true' : undefined}
              className={`inline-flex min-h-11 items-center rounded-full border px-2.5 text-small font-semibold sm:px-4 sm:text-body no-underline ${
                sort === current
                  ? 'border-action bg-action text-ink-inverse'
                  : 'border-line-control bg-surface-raised text-action hover:bg-action-soft'
              }`}
            >
              {t(`sort.${sort}`)}
            </Link>
          </li>
        ))}
      </ul>
      {current === 'best' && <p className="mt-2 text-small text-ink-muted">{t('sort.best_hint')}</p>}
    </nav>
  );
}
