import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { CarrierLogo } from '#app/airlines/carrier-logo.tsx';
import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import { Tag } from '#app/ui/layout/tag.tsx';
import { useArrivalDay } from '../parts/use-arrival-day.ts';
import { useDurations } from '../parts/use-durations.ts';
import { WarningTexts } from '../parts/warning-tags.tsx';
import type { AirportView, LayoverView, LegView, PlaceView, SegmentDetailView } from '../view/flight-view.ts';

/** One direction of a journey: all legs, with the layovers between them. */
export function SegmentDetail({
  segment,
  direction,
}: {
  segment: SegmentDetailView;
  /** Which direction of the journey it is, in words. */
  direction: string;
}) {
  const { t } = useTranslation('flights');
  const { formatShort } = useDurations();
  const { day, elapsed, flightTime, legs, stops, warnings } = segment;
  return (
    <section className="grid gap-5 rounded-card bg-surface-raised p-5 shadow-raised md:p-8">
      <div className="grid gap-1">
        <h2 className="text-h3">
          {direction} · {day}
        </h2>
        <p className="text-small text-ink-muted">
          {formatShort(elapsed)}
          {legs.length > 1 && ` (${t('detail.in_the_air', { duration: formatShort(flightTime) })})`} ·{' '}
          {stops.length === 0 ? t('segment.direct') : t('segment.stops', { count: stops.length })}
        </p>
      </div>
      <ol className="grid gap-4">
        {legs.map((leg, index) => {
          const stop = stops[index];
          return (
            <Fragment key={index}>
              <Leg leg={leg} />
              {stop && <Layover stop={stop} />}
            </Fragment>
          );
        })}
      </ol>
      <WarningTexts warnings={warnings} />
    </section>
  );
}

function Leg({ leg }: { leg: LegView }) {
  const { t } = useTranslation('flights');
  const { t: tSearch } = useTranslation('flight-search');
  const { formatShort } = useDurations();
  const describeDays = useArrivalDay();
  const {
    from,
    to,
    day,
    departs,
    arrives,
    daysLater,
    minutes,
    carrier,
    marketingCarrier,
    number,
    aircraft,
    technicalStops,
    cabin,
    vehicle,
  } = leg;
  const details = [
    vehicle && t(`detail.${vehicle}`),
    number && !vehicle && t('detail.flight', { number: isolateLtr(number) }),
    formatShort(minutes),
    cabin && tSearch(`class.${cabin}`),
    aircraft && t('detail.aircraft', { aircraft: isolateLtr(aircraft) }),
  ].filter(Boolean);
  return (
    <li className="grid gap-3 border-s-2 border-arc ps-4">
      <TimeAndPlace time={departs} place={from} note={day} />
      <div className="grid gap-1 text-small text-ink-muted">
        <p className="flex flex-wrap items-center gap-3 text-ink">
          <CarrierLogo code={carrier.code} />
          <span className="font-semibold">{carrier.name || t('segment.unknown_carrier')}</span>
        </p>
        {marketingCarrier && (
          <p>{t('detail.operated_by', { carrier: isolate(carrier.name), seller: isolate(marketingCarrier.name) })}</p>
        )}
        <p>{details.join(' · ')}</p>
        {technicalStops.map((place) => (
          <p key={place.code}>{t('detail.technical_stop', { place: placeLabel(place) })}</p>
        ))}
      </div>
      <TimeAndPlace time={arrives} place={to} note={daysLater === 0 ? undefined : describeDays(daysLater)} />
    </li>
  );
}

/** A time at an airport. */
function TimeAndPlace({ time, place, note }: { time: string; place: AirportView; note?: string }) {
  return (
    <p className="grid grid-cols-[4rem_1fr] items-baseline gap-x-2">
      <bdi dir="ltr" className="text-lead font-semibold">
        {time}
      </bdi>
      <span>
        <span className="font-semibold">{place.city}</span>{' '}
        <bdi dir="ltr" className="text-ink-muted">
          {place.code}
        </bdi>
        {place.name !== place.city && <span className="block text-small text-ink-muted">{place.name}</span>}
        {note && <span className="block text-small font-semibold">{note}</span>}
      </span>
    </p>
  );
}

function Layover({ stop: { place, minutes, departsFrom } }: { stop: LayoverView }) {
  const { t } = useTranslation('flights');
  const { formatShort } = useDurations();
  const values = { duration: formatShort(minutes), place: placeLabel(place) };
  return (
    <li className="flex flex-wrap items-center gap-3 rounded bg-surface px-4 py-2 text-small">
      {departsFrom
        ? t('detail.layover_change', { ...values, other: placeLabel(departsFrom) })
        : t('detail.layover', values)}
      {departsFrom && <Tag>{t('warning.airport_change')}</Tag>}
    </li>
  );
}

function placeLabel({ city, code }: PlaceView): string {
  return city === code ? isolateLtr(code) : `${isolate(city)} ${isolateLtr(`(${code})`)}`;
}
