import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import { flightSearchId } from '../search/search-section-id.ts';
import type { ResultsView } from '../view/results-view.ts';
import { LoadingView } from './loading-view.tsx';

/** The status of the search. Screen readers announce a change of status, but not every new flight. */
export function SearchState({
  results: { status, found, leftOut },
  isOffline,
}: {
  results: ResultsView;
  isOffline: boolean;
}) {
  const { t } = useTranslation('flights');
  const { search } = useLocation();
  const isGathering = status === 'gathering' && found > 0;
  const flights = t('found', { count: found });
  const texts = {
    gathering: t('state.gathering'),
    complete: t('state.complete', { flights }),
    partial: t('state.partly', { flights }),
    failed: undefined,
  };
  const text = isOffline ? t('state.offline') : found > 0 ? texts[status] : undefined;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p role="status" className="flex items-center gap-3">
        {isGathering && !isOffline && <span aria-hidden="true" className="spinner shrink-0 text-action" />}
        {text}
      </p>
      {leftOut > 0 && <p className="text-ink-muted">{t('state.left_out', { count: leftOut })}</p>}
      {isGathering && (
        // Fallback for browsers without JavaScript. The link has no fragment, which would make the browser scroll
        // instead of reloading.
        <a href={search} className={buttonClass('secondary')}>
          {t('state.more')}
        </a>
      )}
      {status === 'partial' && (
        <a href={`${search}&again=1`} rel="nofollow" className={buttonClass('secondary')}>
          {t('problem.again')}
        </a>
      )}
    </div>
  );
}

/** Replaces the list while there are no flights: a loading view, or an explanation (spec, section 8). */
export function NoResults({ results, picture }: { results: ResultsView; picture: ReactNode }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const { search } = useLocation();
  const { query, status, hasUnreadableFlights } = results;
  if (status === 'gathering') {
    return (
      <LoadingView origin={query.origin.code} destination={query.destination.code} picture={picture}>
        <a href={search} className={buttonClass('secondary')}>
          {t('loading.show')}
        </a>
      </LoadingView>
    );
  }
  const hasFailed = status === 'failed';
  return (
    <Notice variant="problem">
      <h2>{hasFailed ? t('FlightBooking.error_loading') : t('none.title')}</h2>
      <p>{!hasFailed ? t('none.text') : hasUnreadableFlights ? t('problem.unreadable') : t('problem.text')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <a href={pathIn(language, `/#${flightSearchId}`)} className={buttonClass('primary')}>
          {t('problem.new_search')}
        </a>
        {hasFailed && (
          <a href={`${search}&again=1`} rel="nofollow" className={buttonClass('secondary')}>
            {t('problem.again')}
          </a>
        )}
      </div>
      <ContactButtons />
    </Notice>
  );
}
