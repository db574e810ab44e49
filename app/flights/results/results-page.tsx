import { Link, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { joinNames } from '#app/places/airports/airport.ts';
import { Button, buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { editUrl, resultsId } from '../model/results-url.ts';
import { ExpiredNotice } from '../parts/expired-notice.tsx';
import { SampleNotice } from '../parts/sample-notice.tsx';
import { useExpired } from '../parts/use-expired.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import { cacheResults } from '../view/cached-results.ts';
import type { ResultsView } from '../view/results-view.ts';
import { DateLinks } from './date-links.tsx';
import { FlightCards, ListControls, ListPages } from './flight-list.tsx';
import { ForPatient } from './for-patient.tsx';
import { LiveScrollRestoration } from './live/live-scroll-restoration.tsx';
import { useLiveSearch } from './live/use-live-search.ts';
import { useStableResults } from './live/use-stable-results.ts';
import { NoResults, SearchState } from './search-state.tsx';

/**
 * The results of a search, updated while the search is running (spec, section 2). All controls are links and forms that
 * work without JavaScript; scripts poll and cache results.
 */
export function ResultsPage({
  results,
  isOffline,
  picture,
}: {
  results: ResultsView;
  /** Whether the results come from this browser's cache because the network is down. */
  isOffline: boolean;
  /** Illustration of the destination, shown until results arrive. */
  picture: ReactNode;
}) {
  const { t } = useTranslation('flights');
  const { pathname, search: params } = useLocation();
  const isGathering = results.status === 'gathering';
  const { shown, hasUpdates, showUpdates } = useStableResults(results, params);
  // A search that found nothing expires too, and sooner, so that it can be repeated; it has no offers.
  const isSearchExpired = useExpired(results.expiresIn, results.searchId) && results.found > 0;
  useLiveSearch((isGathering || isOffline) && !isSearchExpired, results.found > 0);
  useEffect(() => {
    if (!isOffline) cacheResults(pathname + params, results);
  }, [isOffline, pathname, params, results]);
  const pageHeading = useHeadingFocus();
  const listHeading = useRef<HTMLHeadingElement>(null);
  const language = useLanguage();
  const { query, list } = results;
  const { origin, destination } = query;

  return (
    <main id="content" className="page">
      <div className="grid gap-5">
        <div className="grid gap-2">
          <h1 ref={pageHeading} tabIndex={-1} className="text-h1">
            {t('title', { origin: isolate(origin.city), destination: isolate(destination.city) })}
          </h1>
          <QuerySummary results={results} />
        </div>
        {results.isSample && <SampleNotice />}
        {/* The form is on a page of its own: with its list of airports, it would make up a tenth of this one. */}
        <Link to={editUrl(language, query.key, list)} className={`w-fit ${buttonClass('secondary')}`}>
          <Icon name="search" />
          {t('query.change')}
        </Link>
        <DateLinks results={results} />
        <SearchState results={results} isOffline={isOffline} />
        {isSearchExpired && <ExpiredNotice searchAgainUrl={params} />}
      </div>
      {results.found === 0 ? (
        <NoResults results={results} picture={picture} />
      ) : (
        <section id={resultsId} aria-labelledby="results-heading" className="grid gap-6">
          <div className="grid gap-4">
            <h2 id="results-heading" ref={listHeading} tabIndex={-1} className="text-h2">
              {shown.matching === shown.found
                ? t('found', { count: shown.found })
                : t('found_of', { shown: shown.matching, all: t('found', { count: shown.found }) })}
            </h2>
            <ForPatient results={shown} />
            <ListControls results={shown} />
          </div>
          <div role="status" className="sticky top-2 z-20 justify-self-center empty:hidden">
            {hasUpdates && (
              <Button
                type="button"
                variant="primary"
                className="shadow-raised"
                onClick={() => {
                  showUpdates();
                  listHeading.current?.focus();
                }}
              >
                <Icon name="rotate-cw" />
                {t('state.show_news')}
              </Button>
            )}
          </div>
          <FlightCards results={shown} isSearchExpired={isSearchExpired} />
          <ListPages results={shown} />
          <p className="text-small text-ink-muted">
            {t('state.shown', { count: results.priceLifetimeMinutes })} {t('state.partner_price')}
            {hasConvertedPrices(shown) && ` ${t('state.converted')}`}
          </p>
        </section>
      )}
      <LiveScrollRestoration />
    </main>
  );
}

function hasConvertedPrices({ cards, patientPick }: ResultsView): boolean {
  return [...cards, ...(patientPick ? [patientPick] : [])].some(({ offer }) => offer.isApproximate);
}

/** Dates, number of travellers, travel class, the airports, and those searched in place of a city or country. */
function QuerySummary({ results: { query, airports } }: { results: ResultsView }) {
  const { t } = useTranslation('flights');
  const { t: tSearch } = useTranslation('flight-search');
  const language = useLanguage();
  return (
    <>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-lead text-ink-muted">
        <li>{query.returnDay ? `${query.departDay} – ${query.returnDay}` : query.departDay}</li>
        <li>{query.returnDay ? t('query.round_trip') : t('query.one_way')}</li>
        <li>{t('query.travellers', { count: query.travellers })}</li>
        <li>{tSearch(`class.${query.travelClass}`)}</li>
      </ul>
      {/* Whoever typed an old code, or that of a city, sees which airport it stands for. */}
      {airports && <p className="text-ink-muted">{airports}</p>}
      {query.searchedAirports && (
        <p className="text-ink-muted">
          {t('query.asked', {
            airports: joinNames(
              query.searchedAirports.map(({ city, code }) => `${isolate(city)} ${isolateLtr(`(${code})`)}`),
              language,
            ),
          })}
        </p>
      )}
    </>
  );
}
