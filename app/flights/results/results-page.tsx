import { Link, ScrollRestoration, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WaysToReach } from '#app/company/ways-to-reach.tsx';
import { isolate } from '#app/i18n/bidi.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { ExpiredNotice } from '../expired-notice.tsx';
import { SampleNotice } from '../sample-notice.tsx';
import { FlightSearchForm, FlightSearchProblems, useFlightSearch } from '../search/search-form.tsx';
import { flightSearchId } from '../search/search-section.tsx';
import { Filters } from './filters.tsx';
import { FlightCard } from './flight-card.tsx';
import { keepResults } from '../kept-results.ts';
import { listAddress, resultsId } from '../list-address.ts';
import { isFiltered, type ListQuery } from '../list-query.ts';
import { LoadingView } from './loading-view.tsx';
import type { ResultsView } from '../results-view.ts';
import { SortLinks } from './sort-links.tsx';
import { useExpired } from '../use-expired.ts';
import { useHeadingFocus } from '../use-heading-focus.ts';
import { useLiveSearch } from '../use-live-search.ts';
import { useSteadyResults } from './use-steady-results.ts';

/**
 * The results of a search, live while it goes on (spec, section 2). Everything in it is a link or a form; a script asks
 * for news and keeps what was seen.
 */
export function ResultsPage({
  results,
  isOffline,
  earliestDate,
  picture,
}: {
  results: ResultsView;
  /** What is shown was kept by this browser, since the line is broken. */
  isOffline: boolean;
  earliestDate: string;
  /** A drawing of the destination, shown while nothing has arrived. */
  picture: ReactNode;
}) {
  const { t } = useTranslation('flights');
  const { pathname, search: params } = useLocation();
  const isGathering = results.standing === 'gathering';
  const { shown, hasNews, showNews } = useSteadyResults(results, params);
  const isExpired = useExpired(results.expiresIn, results.searchId);
  useLiveSearch((isGathering || isOffline) && !isExpired, results.found > 0);
  useEffect(() => {
    if (!isOffline) keepResults(pathname + params, results);
  }, [isOffline, pathname, params, results]);
  const title = useHeadingFocus();
  const listHeading = useRef<HTMLHeadingElement>(null);
  const search = useFlightSearch({ values: results.query.fields });
  const { origin, destination } = results.query;

  return (
    <main id="content" className="page">
      <FlightSearchProblems search={search} />
      <div className="grid gap-5">
        <div className="grid gap-2">
          <h1 ref={title} tabIndex={-1} className="text-h1">
            {t('title', { origin: isolate(origin.city), destination: isolate(destination.city) })}
          </h1>
          <QueryLine results={results} />
        </div>
        {results.isSample && <SampleNotice />}
        <details
          className="rounded-card bg-surface-raised px-4 py-2 shadow-raised md:px-6"
          open={search.errors.length > 0 || undefined}
        >
          <summary className="min-h-11 cursor-pointer py-2 font-semibold text-action">{t('query.change')}</summary>
          <div className="max-w-form pb-4 pt-4">
            <FlightSearchForm key={results.query.key} search={search} earliestDate={earliestDate} />
          </div>
        </details>
        <State results={results} isOffline={isOffline} />
        {isExpired && <ExpiredNotice again={params} />}
      </div>
      {results.found === 0 ? (
        <Nothing results={results} picture={picture} />
      ) : (
        <section id={resultsId} aria-labelledby="results-heading" className="grid gap-6">
          <div className="grid gap-4">
            <h2 id="results-heading" ref={listHeading} tabIndex={-1} className="text-h2">
              {shown.fitting === shown.found
                ? t('found', { count: shown.found })
                : t('found_of', { shown: shown.fitting, all: t('found', { count: shown.found }) })}
            </h2>
            <ListControls results={shown} />
          </div>
          <div role="status" className="sticky top-2 z-20 justify-self-center empty:hidden">
            {hasNews && (
              <Button
                type="button"
                look="main"
                className="shadow-raised"
                onClick={() => {
                  showNews();
                  listHeading.current?.focus();
                }}
              >
                <Icon name="rotate-cw" />
                {t('state.show_news')}
              </Button>
            )}
          </div>
          <Cards results={shown} isExpired={isExpired} />
          <Pages results={shown} />
          <p className="text-small text-ink-muted">
            {t('state.until', { from: results.pricesFrom, until: results.pricesUntil })}
          </p>
        </section>
      )}
      <ScrollRestoration />
    </main>
  );
}

/** When, how many and in which class. */
function QueryLine({ results: { query } }: { results: ResultsView }) {
  const { t } = useTranslation('flights');
  const { t: search } = useTranslation('flight-search');
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-lead text-ink-muted">
      <li>{query.returnDay ? `${query.departDay} – ${query.returnDay}` : query.departDay}</li>
      <li>{query.returnDay ? t('query.round_trip') : t('query.one_way')}</li>
      <li>{t('query.travellers', { count: query.travellers })}</li>
      <li>{search(`class.${query.travelClass}`)}</li>
    </ul>
  );
}

/** How the search stands: spoken when it changes, which is seldom, not with every flight. */
function State({ results: { standing, found }, isOffline }: { results: ResultsView; isOffline: boolean }) {
  const { t } = useTranslation('flights');
  const { search } = useLocation();
  const isGathering = standing === 'gathering' && found > 0;
  const flights = t('found', { count: found });
  const texts = {
    gathering: t('state.gathering'),
    complete: t('state.complete', { flights }),
    partly: t('state.partly', { flights }),
    failed: undefined,
  };
  const text = isOffline ? t('state.offline') : found > 0 ? texts[standing] : undefined;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p role="status" className="flex items-center gap-3">
        {isGathering && !isOffline && <span aria-hidden="true" className="spinner shrink-0 text-action" />}
        {text}
      </p>
      {isGathering && (
        // For those whose script does not bring them by itself. Without a fragment, which would only be jumped to.
        <a href={search} className={buttonClass('quiet')}>
          {t('state.more')}
        </a>
      )}
      {standing === 'partly' && (
        <a href={`${search}&again=1`} rel="nofollow" className={buttonClass('quiet')}>
          {t('problem.again')}
        </a>
      )}
    </div>
  );
}

/** What stands where flights would: the way to them, or why there are none (spec, section 8). */
function Nothing({ results, picture }: { results: ResultsView; picture: ReactNode }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const { search } = useLocation();
  const { query, standing } = results;
  if (standing === 'gathering') {
    return (
      <LoadingView origin={query.origin.code} destination={query.destination.code} picture={picture}>
        <a href={search} className={buttonClass('quiet')}>
          {t('loading.show')}
        </a>
      </LoadingView>
    );
  }
  const hasFailed = standing === 'failed';
  return (
    <Notice look="problem">
      <h2>{hasFailed ? t('FlightBooking.error_loading') : t('none.title')}</h2>
      <p>{hasFailed ? t('problem.text') : t('none.text')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <a href={pathIn(language, `/#${flightSearchId}`)} className={buttonClass('main')}>
          {t('problem.new_search')}
        </a>
        {hasFailed && (
          <a href={`${search}&again=1`} rel="nofollow" className={buttonClass('quiet')}>
            {t('problem.again')}
          </a>
        )}
      </div>
      <WaysToReach />
    </Notice>
  );
}

function ListControls({ results: { query, list, facets } }: { results: ResultsView }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  // From then on it is the visitor's to open and close.
  const [isOpenAtFirst] = useState(isFiltered(list));
  const address = (changed: Partial<ListQuery>) => listAddress(language, query.key, { ...list, page: 1, ...changed });
  return (
    <>
      <SortLinks current={list.sort} href={(sort) => address({ sort })} />
      <details className="rounded-card border border-line bg-surface-raised px-4 py-2 md:px-6" open={isOpenAtFirst}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-action">
          {t('filter.heading')}
          {isFiltered(list) && <span className="font-normal text-ink-muted"> · {t('filter.active')}</span>}
        </summary>
        <div className="grid gap-4 pb-4 pt-4">
          <Filters queryKey={query.key} list={list} facets={facets} />
          {isFiltered(list) && (
            <Link
              to={listAddress(language, query.key, allFlights(list))}
              preventScrollReset
              className={`w-fit ${buttonClass('quiet')}`}
            >
              {t('filter.clear')}
            </Link>
          )}
        </div>
      </details>
    </>
  );
}

function Cards({
  results: { cards, searchId, query, list, page },
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
      <Notice look="problem">
        <h3>{t('none.filtered_title')}</h3>
        <p>{t('none.filtered_text')}</p>
        <Link
          to={listAddress(language, query.key, allFlights(list))}
          preventScrollReset
          className={`w-fit ${buttonClass('quiet')}`}
        >
          {t('none.clear')}
        </Link>
      </Notice>
    );
  }
  const back = `${listAddress(language, query.key, { ...list, page })}#${resultsId}`;
  return (
    <ul
      aria-busy={isLoading || undefined}
      className={`grid items-stretch gap-5 md:grid-cols-2 ${isLoading ? 'opacity-60' : ''}`}
    >
      {cards.map((card) => {
        const params = new URLSearchParams({ search: searchId, itinerary: card.itineraryId, back });
        return (
          <FlightCard
            key={card.id}
            card={card}
            searchId={searchId}
            isExpired={isExpired}
            href={`${pathIn(language, `/flights/${card.id}`)}?${params.toString()}`}
          />
        );
      })}
    </ul>
  );
}

function Pages({ results: { query, list, page, pages } }: { results: ResultsView }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  return (
    <Pagination
      current={page}
      total={pages}
      href={(number) => `${listAddress(language, query.key, { ...list, page: number })}#${resultsId}`}
      labels={{
        name: t('pages.label'),
        previous: t('pages.previous'),
        next: t('pages.next'),
        page: (number) => t('pages.page', { page: number }),
      }}
    />
  );
}

/** Without filters, sorted as before. */
function allFlights({ sort }: ListQuery): ListQuery {
  return { sort, carriers: [], depart: [], arrive: [], baggage: [], without: [], page: 1 };
}
