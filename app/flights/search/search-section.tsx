import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import { FlightSearchErrors, FlightSearchForm, useFlightSearch } from './search-form.tsx';
import { flightSearchId } from './search-section-id.ts';

/**
 * The flight search as a section of another page. Errors are shown above the fields. Only the browser validates here;
 * the server validates on the page that the form leads to.
 */
export function FlightSearchSection({ earliestDate }: { earliestDate: string }) {
  const { t } = useTranslation('flight-search');
  const search = useFlightSearch();
  return (
    <section
      id={flightSearchId}
      aria-labelledby="search-flights-heading"
      className="lazy grid gap-6 rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
    >
      <div className="grid gap-2">
        <h2 id="search-flights-heading" className="text-h2">
          {t('form.heading')}
        </h2>
        <p className="max-w-reading text-ink-muted">{t('form.lead')}</p>
      </div>
      <div className="[&:empty]:hidden">
        <FlightSearchErrors search={search} />
      </div>
      <FlightSearchForm search={search} earliestDate={earliestDate} reloadDocument />
    </section>
  );
}

/**
 * The flight search as a card that opens the form. A link to {@link flightSearchId}, which is inside, opens it: browsers
 * do this by themselves, and `enhancement/page/open-target.ts` in older ones. Render it only on the server, in a
 * `StaticPart`: the page around it is about something else, and the results page checks and completes what was typed.
 */
export function FlightSearchCard({ earliestDate }: { earliestDate: string }) {
  const { t } = useTranslation('flight-search');
  const language = useLanguage();
  const search = useFlightSearch();
  return (
    <details className="search-card">
      <summary>
        <h2 id="search-flights-heading" className="text-h3">
          {t('form.heading')}
        </h2>{' '}
        <span className="hidden text-small text-ink-muted sm:inline md:text-body">{t('form.card_lead')}</span>
        <Icon name="chevron-down" />
      </summary>
      <div id={flightSearchId} className="px-5 pb-6 md:px-10 md:pb-10">
        {/* The request form of the page has the airport datalist. */}
        <FlightSearchForm search={search} earliestDate={earliestDate} airportList="elsewhere" />
        <p className="mt-5">
          <a
            href={pathIn(language, '/flights')}
            className="inline-flex min-h-11 items-center font-semibold text-action"
          >
            {t('form.more')}
          </a>
        </p>
      </div>
    </details>
  );
}
