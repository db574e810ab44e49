import type { SubmissionResult } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import type { PlaceChoices } from '#app/places/field/place-choice.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import { flightQueryFieldNames, type FlightSearchFields } from '../model/flight-query-fields.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import { FlightSearchErrors, FlightSearchForm, useFlightSearch } from './search-form.tsx';

/**
 * The reason why no search was started:
 * - `limited`: the rate limit was exceeded
 * - `no_room`: the disk budget for searches is exhausted
 * - `offline`: the site is unreachable
 */
export type SearchProblem = 'limited' | 'no_room' | 'offline';

/** The page with only the search form: before a search, after invalid criteria, or if a search could not be started. */
export function SearchPage({
  fields,
  result,
  choices,
  problem,
  retryAfter = 0,
  earliestDate,
}: {
  /** The criteria to edit; otherwise the URL's parameters. */
  fields?: FlightSearchFields;
  /** Validation result of the requested URL. */
  result?: SubmissionResult<MessageCode[]>;
  choices?: PlaceChoices;
  problem?: SearchProblem;
  /** Time after which a search is possible again (s). */
  retryAfter?: number;
  earliestDate: string;
}) {
  const { t } = useTranslation('flights');
  const { t: tSearch } = useTranslation('flight-search');
  const location = useLocation();
  const urlFields = useUrlFields();
  const heading = useHeadingFocus();
  const search = useFlightSearch({ result, values: fields ?? urlFields });
  return (
    <main id="content" className="page">
      <div className="[&:empty]:hidden">
        <FlightSearchErrors search={search} />
      </div>
      <div className="grid gap-3">
        {/* Errors take the focus themselves. */}
        <h1 ref={fields && heading} tabIndex={-1} className="text-h1">
          {t('search_title')}
        </h1>
        <p className="max-w-reading text-lead text-ink-muted">{tSearch('form.lead')}</p>
      </div>
      {problem && (
        <Notice variant="problem">
          <h2>{t(`problem.${problem}.title`)}</h2>
          <p>{t(`problem.${problem}.text`, { minutes: Math.ceil(retryAfter / 60) })}</p>
          <p>
            <a href={location.search} className={buttonClass('secondary')}>
              {t('problem.again')}
            </a>
          </p>
          <ContactButtons />
        </Notice>
      )}
      <section
        aria-label={t('search_title')}
        className="max-w-form rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
      >
        <FlightSearchForm search={search} choices={choices} earliestDate={earliestDate} />
      </section>
    </main>
  );
}

/** Returns the URL's parameters as form values, so no input is lost. */
function useUrlFields(): FlightSearchFields {
  const params = new URLSearchParams(useLocation().search);
  return Object.fromEntries(
    [...flightQueryFieldNames, 'currency'].flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : [])),
  );
}
