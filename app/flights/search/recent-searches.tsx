import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { formatIsoDate } from '#app/i18n/format/dates.ts';
import { type Language, pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { airportByCode, airportNames } from '#app/places/airports/airport.ts';
import { type RecentSearch, recentSearches } from '../view/cached-results.ts';
import type { PlaceView } from '../view/flight-view.ts';

/** Maximum number of searches shown; the tab stores more (spec, section 9). */
const maxShown = 4;

/** Links to earlier searches in this tab. @param reloadDocument whether they open as new documents */
export function RecentSearches({ reloadDocument }: { reloadDocument: boolean }) {
  const { t } = useTranslation('flight-search');
  const language = useLanguage();
  const [recent, setRecent] = useState<RecentSearch[]>([]);
  useEffect(() => setRecent(recentSearches().slice(0, maxShown)), []);
  if (recent.length === 0) return null;
  return (
    <nav aria-labelledby="recent-searches" className="grid gap-2 border-t border-line pt-4">
      <h3 id="recent-searches" className="text-body font-semibold">
        {t('form.recent')}
      </h3>
      <ul className="grid gap-1">
        {recent.map(({ query: { key, origin, destination }, currency }) => (
          <li key={key}>
            <Link
              to={`${pathIn(language, '/search/flights')}?${key}${currency ? `&currency=${currency}` : ''}`}
              reloadDocument={reloadDocument}
              className="inline-flex min-h-11 items-center font-semibold text-action"
            >
              {t('recent', {
                origin: cityOf(origin, language),
                destination: cityOf(destination, language),
                day: isolateLtr(formatIsoDate(new URLSearchParams(key).get('depart_date') ?? '', language)),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the city in the current language; the search may have been stored in another language. */
function cityOf({ code, city }: PlaceView, language: Language): string {
  const airport = airportByCode(code);
  return airport ? airportNames(airport, language).city : city;
}
