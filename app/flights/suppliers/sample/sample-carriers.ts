import carrierList from './carriers.json' with { type: 'json' };
import { kilometresBetween } from './places.ts';
import { countryOf, type Region, regionOf } from './regions.ts';

/** An airline of the sample data with its network. */
export interface SampleCarrier {
  /** IATA code. */
  code: string;
  name: string;
  /** Airports that the airline operates from. */
  hubs: string[];
  /** Regions whose busy airports the airline serves, in addition to all airports of its own country. */
  regions: Region[];
  /** Smaller foreign airports that the airline also serves. */
  otherAirports?: string[];
  /** Airlines of the same alliance sell connections on a single ticket. */
  alliance?: 'star' | 'sky' | 'one' | 'dubai';
  /** Whether the airline sells only flights from and to its own country, and no connections through its hubs. */
  noTransfers?: boolean;
}

/** Airports served by foreign airlines. */
const busyAirports = new Set(
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

const carrierByCode = new Map(sampleCarriers.map((carrier) => [carrier.code, carrier]));

/**
 * Looks up an airline by its code.
 * @throws {RangeError} if the airline is not one of {@link sampleCarriers}
 */
export function carrierOf(code: string): SampleCarrier {
  const carrier = carrierByCode.get(code);
  if (!carrier) throw new RangeError(`${code} is not an airline of the sample data`);
  return carrier;
}

/** Main connecting airports, through which all other airports can be reached. */
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

/** Number of nearest hubs that serve a small airport. */
const nearestHubCount = 2;
/** Shortest flight (km); there are no flights between airports of the same city. */
export const minKilometres = 130;
/** Longest flight (km). */
const maxKilometres = 13_600;

const carriersByPair = new Map<string, SampleCarrier[]>();

/** Returns the airlines that fly non-stop between two airports. */
export function carriersBetween(from: string, to: string): SampleCarrier[] {
  const key = `${from} ${to}`;
  let carriers = carriersByPair.get(key);
  if (!carriers) {
    const kilometres = kilometresBetween(from, to);
    const isInRange = kilometres >= minKilometres && kilometres <= maxKilometres;
    carriers = isInRange ? sampleCarriers.filter((carrier) => fliesBetween(carrier, from, to)) : [];
    carriersByPair.set(key, carriers);
  }
  return carriers;
}

function fliesBetween(carrier: SampleCarrier, from: string, to: string): boolean {
  return (
    (carrier.hubs.includes(from) && servesFromHub(carrier, to, from)) ||
    (carrier.hubs.includes(to) && servesFromHub(carrier, from, to))
  );
}

function servesFromHub(carrier: SampleCarrier, code: string, hub: string): boolean {
  const country = countryOf(code);
  if (country === countryOf(hub) || carrier.otherAirports?.includes(code)) return true;
  const region = regionOf(country);
  if (!region) return false;
  if (busyAirports.has(code)) return carrier.regions.includes(region);
  return isMainCarrier(carrier, hub) && nearestHubs(code).includes(hub);
}

/** Whether the airline is the first in the list with this hub: the one that serves the small airports nearby. */
function isMainCarrier(carrier: SampleCarrier, hub: string): boolean {
  return sampleCarriers.find(({ hubs }) => hubs.includes(hub)) === carrier;
}

const nearestHubsByAirport = new Map<string, readonly string[]>();

function nearestHubs(code: string): readonly string[] {
  let hubs = nearestHubsByAirport.get(code);
  if (!hubs) {
    const distanceTo = (hub: string) => kilometresBetween(hub, code);
    hubs = mainHubs
      .filter((hub) => distanceTo(hub) >= minKilometres)
      .sort((a, b) => distanceTo(a) - distanceTo(b))
      .slice(0, nearestHubCount);
    nearestHubsByAirport.set(code, hubs);
  }
  return hubs;
}
