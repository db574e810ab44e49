import type { Leg, Vehicle } from '../../../model/flight.ts';
import stationList from './stations.json' with { type: 'json' };

/** IATA's codes for surface equipment, with trains of a kind: they are never the name of an aircraft. */
const surfaceEquipment: ReadonlyMap<string, Vehicle | undefined> = new Map([
  ['TRN', 'train'],
  ['ICE', 'train'],
  ['TGV', 'train'],
  ['BUS', 'bus'],
  // Limousine, lorry, boat and hovercraft: rare, and neither of the two.
  ['LMO', undefined],
  ['RFS', undefined],
  ['LCH', undefined],
  ['HOV', undefined],
]);

/** Words in a name of equipment, which is not always a code: `Train`, `ICE 3`, `Bus`. An Airbus is none. */
const vehicleWords: [Vehicle, RegExp][] = [
  ['train', /\b(?:train|rail|railway|ice|tgv)\b/i],
  ['bus', /\b(?:bus|coach)\b/i],
];

/**
 * IATA codes of companies that run only trains or buses: Deutsche Bahn, SNCF, Thalys, VIA Rail, Amtrak, WESTbahn,
 * AccesRail, Eurostar; ALSA.
 */
const carriers: ReadonlyMap<string, Vehicle> = new Map([
  ...['2A', '2C', '2H', '2R', '2V', '5W', '9B', '9F', '9O', '9Z'].map((code) => [code, 'train'] as const),
  ['5I', 'bus'],
]);

/** Codes of stations that are not also those of airports (see NOTICE.md). */
const stations: ReadonlyMap<string, Vehicle> = new Map(
  (['train', 'bus'] as const).flatMap((vehicle) => stationList[vehicle].split(' ').map((code) => [code, vehicle])),
);

/** Whether a name of equipment is not that of an aircraft. */
export function isSurfaceEquipment(name: string): boolean {
  return surfaceEquipment.has(name.toUpperCase()) || vehicleByWord(name) !== undefined;
}

/**
 * Returns the vehicle of a leg that is no flight: as the supplier says, or else by its equipment, its company, or the
 * stations at its ends.
 * @param flags the raw leg
 * @param equipment names or codes of the equipment; empty if unknown
 */
export function readVehicle(
  flags: { is_bus?: unknown; is_train?: unknown },
  equipment: readonly string[],
  { carrier, marketingCarrier, from, to }: Pick<Leg, 'carrier' | 'marketingCarrier' | 'from' | 'to'>,
): Vehicle | undefined {
  if (flags.is_bus === true) return 'bus';
  if (flags.is_train === true) return 'train';
  return (
    first(equipment, (name) => surfaceEquipment.get(name.toUpperCase()) ?? vehicleByWord(name)) ??
    first([carrier, marketingCarrier], (code) => carriers.get(code)) ??
    first([from, to], (code) => stations.get(code))
  );
}

function vehicleByWord(name: string): Vehicle | undefined {
  return vehicleWords.find(([, words]) => words.test(name))?.[0];
}

function first(values: readonly string[], vehicleOf: (value: string) => Vehicle | undefined): Vehicle | undefined {
  for (const value of values) {
    const vehicle = vehicleOf(value);
    if (vehicle) return vehicle;
  }
  return undefined;
}
