import { canonicalTimeZone } from '#app/i18n/format/time-zones.ts';
import { airportByCode } from '#app/places/airports/airport.ts';
import { timeZoneOf } from '#app/places/airports/airport-time-zones.ts';
import { isRecord } from './json-values.ts';

/**
 * Returns a function that finds the time zone (IANA) of an airport: in our own list, or else among the airports of the
 * response.
 * @param airportMaps the `airports` of each item of the response: by code, with `time_zone`
 */
export function timeZonesIn(airportMaps: readonly unknown[]): (code: string) => string | undefined {
  const found = new Map<string, string | undefined>();
  return (code) => {
    if (airportByCode(code)) return timeZoneOf(code);
    if (!found.has(code)) found.set(code, statedTimeZone(code, airportMaps));
    return found.get(code);
  };
}

function statedTimeZone(code: string, airportMaps: readonly unknown[]): string | undefined {
  for (const airports of airportMaps) {
    const airport = isRecord(airports) ? airports[code] : undefined;
    const name = isRecord(airport) ? airport.time_zone : undefined;
    const timeZone = typeof name === 'string' ? canonicalTimeZone(name) : undefined;
    if (timeZone) return timeZone;
  }
  return undefined;
}
