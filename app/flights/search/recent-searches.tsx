import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { airportByCode, airportNames } from '#app/airports/airport.ts';
import { isolateLtr } from '#app/i18n/bidi.ts';
import { formatIsoDate } from '#app/i18n/dates.ts';
import { pathIn, type Language } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { recentSearches } from '../kept-results.ts';
import type { PlaceView } from '../flight-view.ts';
import type { QueryView } from '../results-view.ts';

/** How many are offered; the tab remembers more (spec, section 9). */
const mostShown = 4;

/** What was searched for before in this tab. */
export function RecentSearches() {
  const { t } = useTranslation('flight-search');
  const language = useLanguage();
  const [recent, setRecent] = useState<QueryView[]>([]);
  useEffect(() => setRecent(recentSearches().slice(0, mostShown)), []);
  if (recent.length === 0) return null;
  return (
    <nav aria-labelledby="recent-searches" className="grid gap-2 border-t border-line pt-4">
      <h3 id="recent-searches" className="text-body font-semibold">
        {t('form.recent')}
      </h3>
      <ul className="grid gap-1">
        {recent.map(({ key, origin, destination, fields }) => (
          <li key={key}>
            <Link
              to={`${pathIn(language, '/search/flights')}?${key}`}
              className="inline-flex min-h-11 items-center font-semibold text-action"
            >
              {t('recent', {
                origin: cityOf(origin, language),
                destination: cityOf(destination, language),
                day: isolateLtr(formatIsoDate(fields.depart_date ?? '')),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** They may have been kept in the other language. */
function cityOf({ code, city }: PlaceView, language: Language): string {
  const airport = airportByCode(code);
  return airport ? airportNames(airport, language).city : city;
}
