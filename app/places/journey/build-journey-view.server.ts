import type { TFunction } from 'i18next';
import { type FormLanguage, languages } from '#app/i18n/languages.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { airlineTime, ambulanceJetTime, type FlightTime } from './flight-time.ts';
import { type Journey, journeyBetween, type JourneyQuery } from './journey.ts';
import { directionOn, journeyMap } from './journey-map.ts';
import type { JourneyView } from './journey-view.ts';

type Translate = TFunction<'journey'>;

/**
 * Describes the journey between two typed places at a glance. It promises nothing: the figures are estimates, and there
 * are no prices.
 * @returns undefined if there is no query, or `journeyBetween` finds no journey
 */
export async function buildJourneyView(
  query: JourneyQuery | undefined,
  language: FormLanguage,
  now = Date.now(),
): Promise<JourneyView | undefined> {
  const journey = query && journeyBetween(query, now);
  if (!journey) return undefined;
  const t = await i18n.getFixedT(language, 'journey');
  const names = { origin: journey.origin.names[language], destination: journey.destination.names[language] };
  const map = journeyMap(journey.origin.point, journey.destination.point);
  const kilometres = formatDistance(journey.kilometres, language);
  const jet = ambulanceJetTime(journey.kilometres);
  return {
    heading: t('heading'),
    announcement: t('shown', { ...names, kilometres }),
    description: t('map', { ...names, direction: t(`direction.${directionOn(map)}`) }),
    map,
    origin: t('from', { place: names.origin }),
    destination: t('to', { place: names.destination }),
    facts: [
      { label: t('distance'), text: t('kilometres', { kilometres }), note: t('straight_line') },
      {
        label: t('ambulance_jet'),
        text: hoursText(jet, t),
        ...(jet.stops > 0 && { note: t('stops', { count: jet.stops }) }),
      },
      { label: t('airline'), text: hoursText(airlineTime(journey.kilometres), t), note: t('direct') },
      ...timeDifference(journey, names, t),
    ],
    note: t('note'),
  };
}

/** Formats a distance rounded to ten kilometres, because the estimate is no more precise than that. */
function formatDistance(kilometres: number, language: FormLanguage): string {
  return new Intl.NumberFormat(languages[language].locale).format(Math.round(kilometres / 10) * 10);
}

function hoursText({ hours }: FlightTime, t: Translate): string {
  const count = Math.floor(hours);
  return Number.isInteger(hours) ? t('hours', { count }) : t('hours_and_half', { count });
}

/** Describes the time difference; empty if it is unknown. */
function timeDifference(
  { minutesAhead }: Journey,
  names: { origin: string; destination: string },
  t: Translate,
): JourneyView['facts'] {
  if (minutesAhead === undefined) return [];
  const label = t('time_difference');
  if (minutesAhead === 0) return [{ label, text: t('no_difference') }];
  const isAhead = minutesAhead > 0;
  const [hours, minutes] = [Math.floor(Math.abs(minutesAhead) / 60), Math.abs(minutesAhead) % 60];
  const place = names.destination;
  const clocks = t('clocks', { ...names, time: clockTime(12 * 60 + minutesAhead) });
  if (hours === 0) {
    const text = isAhead ? t('ahead_minutes', { place, minutes }) : t('behind_minutes', { place, minutes });
    return [{ label, text, note: clocks }];
  }
  const words = { place, count: hours, minutes: minutes === 0 ? '' : ` ${t('and_minutes', { minutes })}` };
  return [{ label, text: isAhead ? t('ahead', words) : t('behind', words), note: clocks }];
}

/** Formats minutes since midnight, which may be on the day before or after, as `10:30`. */
function clockTime(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(11, 16);
}
