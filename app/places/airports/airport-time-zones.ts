import timeZoneList from './airport-time-zones.json' with { type: 'json' };

const timeZones = new Map(Object.entries(timeZoneList));

/**
 * Returns the IANA time zone of an airport.
 * @param code IATA code of an airport in the bundled list
 * @throws {RangeError} if the airport is not in the list
 */
export function timeZoneOf(code: string): string {
  const timeZone = timeZones.get(code);
  if (!timeZone) throw new RangeError(`The airport list has no time zone for ${code}`);
  return timeZone;
}
