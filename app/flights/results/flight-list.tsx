import { Link, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Pagination } from '#app/ui/layout/pagination.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import { isFiltered, type ListQuery } from '../model/list-query.ts';
import { resultsId, resultsUrl } from '../model/results-url.ts';
import type { ResultsView } from '../view/results-view.ts';
import { Filters } from './filters.tsx';
import { FlightCard } from './flight-card.tsx';
import { SortLinks } from './sort-links.tsx';

/** Sort links and filters. */
export function ListControls({ results: { query, list, facets } }: { results: ResultsView }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  // Only the initial state: from then on, the visitor opens and closes the filters.
  const [isInitiallyOpen] = useState(isFiltered(list));
  const addressWith = (changes: Partial<ListQuery>) =>
    resultsUrl(language, query.key, { ...list, page: 1, ...changes });
  return (
    <>
      <SortLinks current={list.sort} href={(sort) => addressWith({ sort })} />
      <details className="rounded-card border border-line bg-surface-raised px-4 py-2 md:px-6" open={isInitiallyOpen}>
        <summary className="disclosure">
          {t('filter.heading')}
          {isFiltered(list) && <span className="font-normal text-ink-muted"> · {t('filter.active')}</span>}
        </summary>
        <div className="grid gap-4 pb-4 pt-4">
          <Filters queryKey={query.key} list={list} facets={facets} />
          {isFiltered(list) && (
            <Link
              to={resultsUrl(language, query.key, withoutFilters(list))}
              preventScrollReset
              className={`w-fit ${buttonClass('secondary')}`}
            >
              {t('filter.clear')}
            </Link>
          )}
        </div>
      </details>
    </>
  );
}

/** The flights on one page, or a notice if no flight matches the filters. */
export function FlightCards({
  results: { cards, searchId, query, list, page, isSample },
  isExpired,
}: {
  results: ResultsView;
  isExpired: boolean;
}) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const isLoading = useNavigation().state === 'loading';
  if (cards.length === 0) {
    return (
      <Notice variant="problem">
        <h3>{t('none.filtered_title')}</h3>
        <p>{t('none.filtered_text')}</p>
        <Link
          to={resultsUrl(language, query.key, withoutFilters(list))}
          preventScrollReset
          className={`w-fit ${buttonClass('secondary')}`}
        >
          {t('none.clear')}
        </Link>
      </Notice>
    );
  }
  const back = `${resultsUrl(language, query.key, { ...list, page })}#${resultsId}`;
  return (
    <ul
      aria-busy={isLoading || undefined}
      className={`grid items-stretch gap-5 md:grid-cols-2 ${isLoading ? 'opacity-60' : ''}`}
    >
      {cards.map((card) => {
        const params = new URLSearchParams({ search: searchId, itinerary: card.itineraryId, back });
        return (
          <FlightCard
            key={card.itineraryId}
            card={card}
            travellers={query.travellers}
            searchId={searchId}
            isSample={isSample}
            isExpired={isExpired}
            href={`${pathIn(language, `/flights/${card.id}`)}?${params.toString()}`}
          />
        );
      })}
    </ul>
  );
}

/** Pagination of the list. */
export function ListPages({ results: { query, list, page, pages } }: { results: ResultsView }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  return (
    <Pagination
      current={page}
      total={pages}
      href={(number) => `${resultsUrl(language, query.key, { ...list, page: number })}#${resultsId}`}
      labels={{
        name: t('pages.label'),
        previous: t('pages.previous'),
        next: t('pages.next'),
        page: (number) => t('pages.page', { page: number }),
      }}
    />
  );
}

/** Returns the same list without filters, on page 1. */
function withoutFilters({ sort }: ListQuery): ListQuery {
  return { sort, carriers: [], depart: [], arrive: [], baggage: [], without: [], page: 1 };
}
