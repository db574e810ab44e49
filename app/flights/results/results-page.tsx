import { ScrollRestoration, useLocation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '#app/i18n/bidi.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ExpiredNotice } from '../expired-notice.tsx';
import { keepResults } from '../kept-results.ts';
import { resultsId } from '../list-address.ts';
import type { ResultsView } from '../results-view.ts';
import { SampleNotice } from '../sample-notice.tsx';
import { FlightSearchForm, FlightSearchProblems, useFlightSearch } from '../search/search-form.tsx';
import { useExpired } from '../use-expired.ts';
import { useHeadingFocus } from '../use-heading-focus.ts';
import { useLiveSearch } from '../use-live-search.ts';
import { FlightCards, ListControls, ListPages } from './flight-list.tsx';
import { NoResults, SearchState } from './search-state.tsx';
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
        <SearchState results={results} isOffline={isOffline} />
        {isExpired && <ExpiredNotice again={params} />}
      </div>
      {results.found === 0 ? (
        <NoResults results={results} picture={picture} />
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
          <FlightCards results={shown} isExpired={isExpired} />
          <ListPages results={shown} />
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
