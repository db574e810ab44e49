import { Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Pagination } from '#app/ui/layout/pagination.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import { isFiltered, type ListQuery, withoutFilters } from '../model/list-query.ts';
import { resultsId, resultsUrl } from '../model/results-url.ts';
import { rowId } from '../view/flight-view.ts';
import type { ResultsView } from '../view/results-view.ts';
import { Filters } from './filters.tsx';
import { FlightCard } from './flight-card.tsx';
import { SortLinks } from './sort-links.tsx';
import { useFlightUrl } from './use-flight-url.ts';

/** Element id of the filters: the target of the link that opens them. */
const filtersId = 'filters';

/** Sort links and filters. */
export function ListControls({ results: { query, list, facets, hasRates } }: { results: ResultsView }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const urlWith = (changes: Partial<ListQuery>) => resultsUrl(language, query.key, { ...list, page: 1, ...changes });
  return (
    <>
      <SortLinks current={list.sort} href={(sort) => urlWith({ sort })} />
      <section
        id={filtersId}
        aria-label={t('filter.heading')}
        className="rounded-card border border-line bg-surface-raised px-4 py-2 md:px-6"
      >
        <p className="disclosure flex flex-wrap items-center gap-x-2">
          {isFiltered(list) ? (
            <>
              {t('filter.heading')} <span className="font-normal text-ink-muted">· {t('filter.active')}</span>
            </>
          ) : (
            // The same element whether open or closed, so that it keeps the focus.
            <Link
              to={`${urlWith({ areFiltersOpen: facets ? undefined : true })}#${filtersId}`}
              preventScrollReset
              aria-expanded={facets !== undefined}
              className="flex grow items-center gap-2 no-underline"
            >
              <Icon name={facets ? 'chevron-down' : 'chevron-right'} className={facets ? '' : 'mirrors'} />
              {t('filter.heading')}
            </Link>
          )}
        </p>
        {facets && (
          <div className="grid gap-4 pb-4 pt-4">
            <Filters queryKey={query.key} list={list} facets={facets} hasCurrencies={hasRates} />
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
        )}
      </section>
    </>
  );
}

/** The flights on one page, or a notice if no flight matches the filters. */
export function FlightCards({ results, isSearchExpired }: { results: ResultsView; isSearchExpired: boolean }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const isLoading = useNavigation().state === 'loading';
  const urlOf = useFlightUrl(results);
  const { cards, searchId, query, list, isSample } = results;
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
  return (
    <ul
      aria-busy={isLoading || undefined}
      className={`grid items-stretch gap-5 md:grid-cols-2 ${isLoading ? 'opacity-60' : ''}`}
    >
      {cards.map((card) => (
        <FlightCard
          key={rowId(card)}
          card={card}
          travellers={query.travellers}
          searchId={card.searchId ?? searchId}
          currency={list.currency}
          isSample={isSample}
          isSearchExpired={isSearchExpired}
          href={urlOf(card)}
        />
      ))}
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
