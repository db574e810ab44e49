import carrierList from './carriers.json' with { type: 'json' };
import { kilometresBetween } from './places.ts';
import { countryOf, type Region, regionOf } from './regions.ts';

/** An airline, with what the sample data needs to know. */
export interface SampleCarrier {
  /** IATA code. */
  code: string;
  name: string;
  /** Airports that it operates from. */
  hubs: string[];
  /** Serves the airports of its own country, and the busy ones of these regions. */
  regions: Region[];
  /** Smaller foreign airports that it also serves. */
  also?: string[];
  /** Alliance: carriers of the same one sell through tickets. */
  group?: 'star' | 'sky' | 'one' | 'dubai';
  /** Sells no connections through its hubs, only flights from and to its own country. */
  noTransfers?: boolean;
}

/** Airports served by foreign airlines. */
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

/** The airlines of the sample data. */
export const sampleCarriers: readonly SampleCarrier[] = carrierList as SampleCarrier[];

const byCode = new Map(sampleCarriers.map((carrier) => [carrier.code, carrier]));

/**
 * Looks up an airline by code.
 * @throws {RangeError} if it is not one of {@link sampleCarriers}
 */
export function carrierOf(code: string): SampleCarrier {
  const carrier = byCode.get(code);
  if (!carrier) throw new RangeError(`${code} is not an airline of the sample data`);
  return carrier;
}

/** Connecting airports; all others are reached through one of them. */
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

/** A small airport is served from this many nearest hubs. */
const nearestHubs = 2;
/** Shortest flight (km): none between airports of the same city. */
export const minKilometres = 130;
/** Longest flight (km). */
const maxKilometres = 13_600;

const known = new Map<string, SampleCarrier[]>();

/** The airlines that fly non-stop between two airports. */
export function carriersBetween(from: string, to: string): SampleCarrier[] {
  const key = `${from} ${to}`;
  let found = known.get(key);
  if (!found) {
    const kilometres = kilometresBetween(from, to);
    const isFlown = kilometres >= minKilometres && kilometres <= maxKilometres;
    found = isFlown ? sampleCarriers.filter((carrier) => flies(carrier, from, to)) : [];
    known.set(key, found);
  }
  return found;
}

function flies(carrier: SampleCarrier, from: string, to: string): boolean {
  return (
    (carrier.hubs.includes(from) && serves(carrier, to, from)) ||
    (carrier.hubs.includes(to) && serves(carrier, from, to))
  );
}

function serves(carrier: SampleCarrier, code: string, hub: string): boolean {
  const country = countryOf(code);
  if (country === countryOf(hub) || carrier.also?.includes(code)) return true;
  const region = regionOf(country);
  if (!region) return false;
  if (busy.has(code)) return carrier.regions.includes(region);
  return isMainCarrier(carrier, hub) && hubsNearby(code).includes(hub);
}

/** Whether it is the first airline in the list with this hub, which also serves small airports around it. */
function isMainCarrier(carrier: SampleCarrier, hub: string): boolean {
  return sampleCarriers.find(({ hubs }) => hubs.includes(hub)) === carrier;
}

const nearby = new Map<string, readonly string[]>();

function hubsNearby(code: string): readonly string[] {
  let found = nearby.get(code);
  if (!found) {
    const kilometres = (hub: string) => kilometresBetween(hub, code);
    found = mainHubs
      .filter((hub) => kilometres(hub) >= minKilometres)
      .sort((a, b) => kilometres(a) - kilometres(b))
      .slice(0, nearestHubs);
    nearby.set(code, found);
  }
  return found;
}
