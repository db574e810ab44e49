import type { SubmissionResult } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { WaysToReach } from '#app/company/ways-to-reach.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { flightQueryFieldNames } from '../flight-query-fields.ts';
import { FlightSearchForm, FlightSearchProblems, useFlightSearch, type FlightSearchFields } from './search-form.tsx';

/**
 * Why no search was begun:
 * - `limited`: too many from this visitor
 * - `offline`: the site could not be reached
 */
export type SearchProblem = 'limited' | 'offline';

/** The search form alone: nothing is searched for yet, something is missing, or it could not begin. */
export function SearchPage({
  result,
  problem,
  retryAfter = 0,
  earliestDate,
}: {
  /** What was wrong with the address that was asked for. */
  result?: SubmissionResult;
  problem?: SearchProblem;
  /** In seconds. */
  retryAfter?: number;
  earliestDate: string;
}) {
  const { t } = useTranslation('flights');
  const { t: form } = useTranslation('flight-search');
  const location = useLocation();
  const search = useFlightSearch({ result, values: useAskedFor() });
  return (
    <main id="content" className="page">
      <div className="[&:empty]:hidden">
        <FlightSearchProblems search={search} />
      </div>
      <div className="grid gap-3">
        <h1 className="text-h1">{t('search_title')}</h1>
        <p className="max-w-reading text-lead text-ink-muted">{form('form.lead')}</p>
      </div>
      {problem && (
        <Notice look="problem">
          <h2>{t(`problem.${problem}.title`)}</h2>
          <p>{t(`problem.${problem}.text`, { minutes: Math.ceil(retryAfter / 60) })}</p>
          <p>
            <a href={location.search} className={buttonClass('quiet')}>
              {t('problem.again')}
            </a>
          </p>
          <WaysToReach />
        </Notice>
      )}
      <section
        aria-label={t('search_title')}
        className="max-w-form rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
      >
        <FlightSearchForm search={search} earliestDate={earliestDate} />
      </section>
    </main>
  );
}

/** What the address asks for, for the form: nothing that was typed is lost. */
function useAskedFor(): FlightSearchFields {
  const params = new URLSearchParams(useLocation().search);
  return Object.fromEntries(
    flightQueryFieldNames.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : [])),
  );
}
