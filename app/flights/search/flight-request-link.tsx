import { useTranslation } from 'react-i18next';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import { requestUrl } from '../model/request-url.ts';
import { flightSearchId } from './search-section-id.ts';

/**
 * Takes the place of the flight search on a site without a flight supplier: a link to the form that asks for dates and
 * places. Render it only on the server, in a `StaticPart`.
 */
export function FlightRequestLink() {
  const { t } = useTranslation('flight-booking');
  const language = useLanguage();
  return (
    <section id={flightSearchId} aria-labelledby="search-flights-heading">
      <a href={requestUrl(language, '')} className="panel-link">
        <Icon name="plane" className="text-h2 text-action" />
        <span>
          <h2 id="search-flights-heading" className="text-body font-semibold text-action">
            {t('form.heading')}
          </h2>{' '}
          <span className="text-small text-ink-muted">{t('form.lead')}</span>
        </span>
      </a>
    </section>
  );
}
