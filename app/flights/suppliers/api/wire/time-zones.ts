import type { Steps } from '#app/clock/time-slices.ts';
import { canonicalTimeZone } from '#app/i18n/format/time-zones.ts';
import { airportByCode } from '#app/places/airports/airport.ts';
import { timeZoneOf } from '#app/places/airports/airport-time-zones.ts';
import { parseAirportCode } from './iata-codes.ts';
import { isRecord } from './json-values.ts';

/** Maximum number of different statements about one airport that are read: they should all be the same. */
const maxNames = 4;

/**
 * Returns a function that finds the time zone (IANA) of an airport: in our own list, or else among the airports of the
 * response.
 * @param airportMaps the `airports` of each item of the response: by code, with `time_zone`
 */
export function* timeZonesIn(airportMaps: readonly unknown[]): Steps<(code: string) => string | undefined> {
  const namesByCode = new Map<string, Set<string>>();
  for (const airports of airportMaps) {
    for (const [code, airport] of isRecord(airports) ? Object.entries(airports) : []) {
      const name = isRecord(airport) ? airport.time_zone : undefined;
      if (typeof name !== 'string' || parseAirportCode(code) !== code) continue;
      const names = namesByCode.get(code) ?? new Set();
      if (names.size < maxNames) namesByCode.set(code, names.add(name));
    }
    yield;
  }
  const found = new Map<string, string | undefined>();
  return (code) => {
    if (airportByCode(code)) return timeZoneOf(code);
    if (!found.has(code)) found.set(code, firstTimeZone(namesByCode.get(code)));
    return found.get(code);
  };
}

function firstTimeZone(names: ReadonlySet<string> | undefined): string | undefined {
  for (const name of names ?? []) {
    const timeZone = canonicalTimeZone(name);
    if (timeZone) return timeZone;
  }
  return undefined;
}
