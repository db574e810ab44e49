import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { ListPage } from '../correspondence/list-page.ts';
import type { PagedList } from './receipt-view.ts';

const texts = {
  messages: { older: 'messages.older', newer: 'messages.newer' },
  later: { older: 'later.older', newer: 'later.newer' },
} as const satisfies Record<PagedList, Record<'older' | 'newer', string>>;

/**
 * Links to what a receipt does not show of one of its lists.
 * @param anchor id of the list's heading
 */
export function OtherPages({
  list,
  page: { newer, older },
  anchor,
}: {
  list: PagedList;
  page: Pick<ListPage<unknown>, 'newer' | 'older'>;
  anchor: string;
}) {
  const { t } = useTranslation('receipt');
  const { pathname } = useLocation();
  if (newer === undefined && older === undefined) return null;
  const link = (direction: 'older' | 'newer', number: number) => (
    <a
      href={`${pathname}?${list}=${number}#${anchor}`}
      className="inline-flex min-h-11 items-center text-action underline"
    >
      {t(texts[list][direction])}
    </a>
  );
  return (
    <p className="no-print flex flex-wrap gap-x-6">
      {older !== undefined && link('older', older)} {newer !== undefined && link('newer', newer)}
    </p>
  );
}
