import { useTranslation } from 'react-i18next';
import { CarrierLogo } from '#app/airlines/carrier-logo.tsx';
import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { joinNames } from '#app/places/airports/airport.ts';
import type { EndView, LayoverView, SegmentView } from '../view/flight-view.ts';
import { useArrivalDay } from './use-arrival-day.ts';
import { useDurations } from './use-durations.ts';

/**
 * One direction of a journey: times, airports, duration and stops. Screen readers get a single sentence instead of the
 * visible row, as the label of an image: as separate text, it would also appear in text browsers.
 * @param direction which direction of the journey it is, in words
 */
export function SegmentRow({ segment, direction }: { segment: SegmentView; direction: string }) {
  const { t } = useTranslation('flights');
  const { formatShort } = useDurations();
  const describeSegment = useSegmentSentence();
  const describeDays = useArrivalDay();
  const { from, to, day, departs, arrives, daysLater, elapsed, carriers, stops } = segment;
  const { technicalStops = [], vehicles = [] } = segment;
  return (
    <div role="img" aria-label={describeSegment(segment, direction)} className="flight-segment">
      <div aria-hidden="true">
        <p className="carrier-line">
          <CarrierLogo code={carriers[0]?.code ?? ''} />{' '}
          <strong>{carriers.map(({ name }) => name).join(' + ') || t('segment.unknown_carrier')}</strong>{' '}
          <span>{`${direction} · ${day}`}</span>
        </p>
        <div className="flight-route">
          <Endpoint time={departs} code={from.code} city={from.city} />
          <div>
            <span>{formatShort(elapsed)}</span> <RouteLine stops={stops.length} />
            {stops.length === 0 ? (
              <strong>{t('segment.direct')}</strong>
            ) : (
              <span>{t('segment.stops', { count: stops.length })}</span>
            )}
          </div>
          <Endpoint time={arrives} code={to.code} city={to.city} daysLater={daysLater} />
        </div>
        {[from, to]
          .filter(({ name }) => name)
          .map(({ code, name }) => (
            <p key={code}>
              <bdi dir="ltr">{code}</bdi>: {name}
            </p>
          ))}
        {daysLater !== 0 && <p className="text-end">{describeDays(daysLater)}</p>}
        {stops.length > 0 && (
          <ul>
            {stops.map((stop, index) => (
              <li key={index}>{stopLine(stop)}</li>
            ))}
          </ul>
        )}
        {technicalStops.map((place) => (
          <p key={place.code}>{t('segment.technical_stop', { place: placeLabel(place) })}</p>
        ))}
        {vehicles.map((vehicle) => (
          <p key={vehicle} className="font-semibold text-warning">
            {t(`segment.${vehicle}`)}
          </p>
        ))}
      </div>
    </div>
  );

  function stopLine({ place, minutes, departsFrom }: LayoverView): string {
    const values = { place: placeLabel(place), duration: formatShort(minutes) };
    if (!departsFrom) return t('segment.stop', values);
    return t('segment.stop_change', { ...values, other: placeLabel(departsFrom) });
  }
}

/** Returns `Istanbul (IST)`, with the code isolated left to right. */
function placeLabel({ city, code }: { city: string; code: string }): string {
  return city === code ? isolateLtr(code) : `${isolate(city)} ${isolateLtr(`(${code})`)}`;
}

/** Returns the airport's name if its city has several airports, otherwise the city. */
function placeName({ city, name }: EndView): string {
  return name ?? city;
}

/** Returns a function that describes the row in one sentence. */
function useSegmentSentence() {
  const { t } = useTranslation('flights');
  const { formatSpoken } = useDurations();
  const language = useLanguage();
  return (
    {
      from,
      to,
      dayInWords,
      departs,
      arrives,
      daysLater,
      elapsed,
      carriers,
      stops,
      technicalStops = [],
      vehicles = [],
    }: SegmentView,
    direction: string,
  ) => {
    const stopPhrases = stops.map(({ place, minutes, departsFrom }) => {
      const values = { place: place.city, duration: formatSpoken(minutes) };
      return departsFrom
        ? t('segment.stop_in_change', { ...values, other: departsFrom.name })
        : t('segment.stop_in', values);
    });
    const sentence = t('segment.sentence', {
      direction,
      carrier: carriers.map(({ name }) => name).join(' + ') || t('segment.unknown_carrier'),
      day: dayInWords,
      departs,
      from: placeName(from),
      arrives:
        daysLater === 0
          ? arrives
          : `${arrives} ${daysLater > 0 ? t('segment.later', { count: daysLater }) : t('segment.earlier')}`,
      to: placeName(to),
      duration: formatSpoken(elapsed),
      stops: joinNames(
        [
          ...(stops.length === 0 ? [t('segment.direct')] : stopPhrases),
          ...technicalStops.map(({ city }) => t('segment.technical_stop', { place: city })),
        ],
        language,
      ),
    });
    return [sentence, ...vehicles.map((vehicle) => `${t(`segment.${vehicle}`)}.`)].join(' ');
  };
}

/** A time and an airport at one end of the row. */
function Endpoint({
  time,
  code,
  city,
  daysLater = 0,
}: {
  time: string;
  code: string;
  city: string;
  daysLater?: number;
}) {
  const { t } = useTranslation('flights');
  return (
    <div>
      <strong>
        <bdi dir="ltr">{time}</bdi>
        {daysLater !== 0 && (
          <sup>
            <bdi dir="ltr">
              {daysLater > 0 ? t('segment.plus', { count: daysLater }) : t('segment.minus', { count: -daysLater })}
            </bdi>
          </sup>
        )}
      </strong>{' '}
      <bdi dir="ltr">{code}</bdi> <span>{city}</span>
    </div>
  );
}

/** A small arc with a dot for each stop. */
function RouteLine({ stops }: { stops: number }) {
  return (
    <span className="flight-line">
      {Array.from({ length: Math.min(stops, 4) }, (_, index) => (
        <i key={index} />
      ))}
    </span>
  );
}
