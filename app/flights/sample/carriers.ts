import carrierList from './carriers.json' with { type: 'json' };
import { kilometresBetween } from './places.ts';
import { countryOf, regionOf, type Region } from './regions.ts';

/** An airline, as far as made-up flights need to know it. */
export interface Carrier {
  /** IATA. */
  code: string;
  name: string;
  /** The airports that it flies from and to. */
  hubs: string[];
  /** Its own country's airports, and the busy ones of these regions, are what it serves. */
  regions: Region[];
  /** Smaller airports abroad that it serves as well. */
  also?: string[];
  /** Sells one ticket together with the others of this group. */
  group?: 'star' | 'sky' | 'one' | 'dubai';
  /** Nobody changes aircraft at its hubs who does not come from there or go there. */
  endsAtHome?: boolean;
}

/** Airports that airlines of other countries fly to. */
const busy = new Set(
  [
    'RUH JED DMM MED DXB AUH SHJ DOH KWI BAH MCT AMM BEY BGW EBL BSR NJF IST SAW ESB AYT ADB IKA',
    'CMN RAK ALG TUN MJI NKC CAI HBE HRG SSH KRT ADD NBO LOS JNB JIB MGQ NDJ',
    'FRA MUC BER HAM DUS CGN STR VIE ZRH GVA BSL CDG LYS NCE MRS BRU AMS LUX LHR LGW STN MAN BHX DUB MAD BCN AGP PMI',
    'LIS FCO MXP VCE MLA ATH SKG LCA ARN OSL CPH HEL WAW PRG BUD OTP SOF BEG ZAG SJJ TIA SKP RIX RMO SVO LED TLV',
    'TBS EVN GYD ALA NQZ TAS DEL BOM ISB KHI LHE DAC CMB MLE BKK KUL SIN HKG PEK PKX ICN HND SYD',
    'JFK IAD ORD IAH LAX YYZ YUL',
  ].flatMap((codes) => codes.split(' ')),
);

export const carriers: readonly Carrier[] = carrierList as Carrier[];

const byCode = new Map(carriers.map((carrier) => [carrier.code, carrier]));

/** @param code of an airline of {@link carriers} */
export function carrierOf(code: string): Carrier {
  const carrier = byCode.get(code);
  if (!carrier) throw new RangeError(`${code} is no airline of the samples`);
  return carrier;
}

/** The airports at which people change aircraft; every other airport is reached from one of them. */
export const mainHubs = [
  'IST',
  'DOH',
  'DXB',
  'RUH',
  'JED',
  'CAI',
  'AMM',
  'FRA',
  'MUC',
  'VIE',
  'CDG',
  'AMS',
  'CMN',
  'ADD',
] as const;

/** Where a small airport's passengers go first. */
const nearestHubs = 2;
/** Between airports of one town nobody flies. */
export const shortestFlight = 130;
/** Further no aircraft flies. */
const longestFlight = 13_600;

const known = new Map<string, Carrier[]>();

/** The airlines that may fly from one airport to another without a stop. */
export function carriersBetween(from: string, to: string): Carrier[] {
  const key = `${from} ${to}`;
  let found = known.get(key);
  if (!found) {
    const kilometres = kilometresBetween(from, to);
    const isFlown = kilometres >= shortestFlight && kilometres <= longestFlight;
    found = isFlown ? carriers.filter((carrier) => flies(carrier, from, to)) : [];
    known.set(key, found);
  }
  return found;
}

function flies(carrier: Carrier, from: string, to: string): boolean {
  return (
    (carrier.hubs.includes(from) && serves(carrier, to, from)) ||
    (carrier.hubs.includes(to) && serves(carrier, from, to))
  );
}

function serves(carrier: Carrier, code: string, hub: string): boolean {
  const country = countryOf(code);
  if (country === countryOf(hub) || carrier.also?.includes(code)) return true;
  const region = regionOf(country);
  if (!region) return false;
  if (busy.has(code)) return carrier.regions.includes(region);
  return isMainCarrier(carrier, hub) && hubsNearby(code).includes(hub);
}

/** The first airline of the list with this hub is the one that flies to small airports around it. */
function isMainCarrier(carrier: Carrier, hub: string): boolean {
  return carriers.find(({ hubs }) => hubs.includes(hub)) === carrier;
}

const nearby = new Map<string, readonly string[]>();

function hubsNearby(code: string): readonly string[] {
  let found = nearby.get(code);
  if (!found) {
    const kilometres = (hub: string) => kilometresBetween(hub, code);
    found = mainHubs
      .filter((hub) => kilometres(hub) >= shortestFlight)
      .sort((a, b) => kilometres(a) - kilometres(b))
      .slice(0, nearestHubs);
    nearby.set(code, found);
  }
  return found;
}
