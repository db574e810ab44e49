import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { LineIcon } from '#app/ui/icon.tsx';
import { isFiltered } from '../model/list-query.ts';
import { usePriceText } from '../parts/use-price-text.ts';
import { useTravellersText } from '../parts/use-travellers-text.ts';
import type { ResultsView } from '../view/results-view.ts';
import { FlightLink, SegmentRows } from './flight-card.tsx';
import { useFlightUrl } from './use-flight-url.ts';

/**
 * The itinerary that is easiest on a patient, above the list. If there is none once the search has ended, the page
 * says so and offers an escort.
 */
export function ForPatient({ results }: { results: ResultsView }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const formatPrice = usePriceText();
  const formatTravellers = useTravellersText(results.query.travellers);
  const urlOf = useFlightUrl(results);
  const { patientPick, list, status, page } = results;
  if (!patientPick && (page > 1 || isFiltered(list) || status === 'gathering')) return null;
  return (
    <section aria-labelledby="for-patient" className="for-patient">
      <h3 id="for-patient" className="flex gap-3 text-h3">
        <LineIcon name="stethoscope" className="text-action" />
        {t('patient.heading')}
      </h3>
      {patientPick ? (
        <>
          <p>
            {patientPick.segments.every(({ stops }) => stops.length === 0) ? t('patient.direct') : t('patient.stops')}
          </p>
          <SegmentRows card={patientPick} />
          <div className="flight-offer">
            <p>
              <strong className="text-h3">{formatPrice(patientPick.offer)}</strong>{' '}
              <span className="text-small text-ink-muted">{formatTravellers(patientPick.offer)}</span>
            </p>
            <FlightLink card={patientPick} href={urlOf(patientPick)} />
          </div>
        </>
      ) : (
        <>
          <p className="max-w-reading">{t('patient.none')}</p>
          <p>
            <Link to={pathIn(language, '/medical-flight/medical-escort')} className="flight-link">
              {t('patient.escort')}
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
