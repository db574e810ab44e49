import { airports } from '../airports/airport.ts';
import type { Coordinates } from '../airports/airport-coordinates.ts';
import { coordinatesOf, kilometresBetween } from '../airports/airport-coordinates.ts';
import { timeZoneOf } from '../airports/airport-time-zones.ts';
import { type Country, countryOfAirport } from '../towns/countries.ts';

/** The time zones of countries without an airport in our list. */
const zonesWithoutAirport: Readonly<Record<string, string>> = {
  BY: 'Europe/Minsk',
  EH: 'Africa/El_Aaiun',
  KG: 'Asia/Bishkek',
  PS: 'Asia/Gaza',
  TJ: 'Asia/Dushanbe',
  TM: 'Asia/Ashgabat',
  UA: 'Europe/Kyiv',
};

/** Countries with several time zones. There, the zone of an airport applies to its surroundings only. */
const countriesWithSeveralZones = new Set(['AU', 'BR', 'CA', 'CD', 'ES', 'ID', 'MX', 'PT', 'RU', 'US']);
/**
 * How far from an airport its time zone applies in such a country (km). Within 600 km of Moscow, all clocks show Moscow
 * time.
 */
const zoneRadius = 600;

/**
 * Returns the IANA time zone of a place: that of its country or, if the country has several, that of the nearest
 * airport in the country; undefined if the airport is too far away to tell.
 */
export function timeZoneAt(point: Coordinates, country: Country): string | undefined {
  const [nearest] = airports
    .filter((airport) => countryOfAirport(airport) === country)
    .map(({ code }) => ({ code, kilometres: kilometresBetween(point, coordinatesOf(code)) }))
    .sort((a, b) => a.kilometres - b.kilometres);
  if (!nearest) return zonesWithoutAirport[country.code];
  const isCertain = !countriesWithSeveralZones.has(country.code) || nearest.kilometres <= zoneRadius;
  return isCertain ? timeZoneOf(nearest.code) : undefined;
}

/**
 * Returns how many minutes the clocks of one time zone are ahead of those of another; negative if they are behind.
 * @param at the moment, because clocks change in spring and autumn
 */
export function minutesAhead(timeZone: string, ofTimeZone: string, at: Date): number {
  return utcOffset(timeZone, at) - utcOffset(ofTimeZone, at);
}

/** Returns the offset of a time zone from UTC (minutes). */
function utcOffset(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // `GMT+03:00`; London in winter is only `GMT`.
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
