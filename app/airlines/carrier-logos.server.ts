import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#app/log.server.ts';
import { atMost } from './at-most.server.ts';
import { isCarrierCode } from './carrier-code.ts';
import { carriers } from './carriers.ts';
import { fetchLogo } from './fetch-logo.server.ts';
import { openLogoFolder } from './logo-folder.server.ts';
import { rasterType } from './raster-type.server.ts';

/** A picture as it is sent. */
export interface Picture {
  bytes: Buffer;
  /** Its media type. */
  type: string;
}

/** The airlines' logos: fetched by our own host from an image service, and kept. */
export interface CarrierLogos {
  /**
   * Codes of airlines that have come up in a search. Only theirs and those of our own list are ever asked of the
   * image service, so that a stranger who makes codes up does not reach it; what is no code is passed over.
   */
  know(codes: Iterable<string>): void;
  /**
   * An airline's logo; undefined where there is none, or none yet: one that takes long comes to the next visitor.
   * It does not fail: what goes wrong is logged.
   */
  find(code: string): Promise<Picture | undefined>;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

/** While no image service is named: nobody is asked, and there are no logos. */
export const noCarrierLogos: CarrierLogos = {
  know: () => undefined,
  find: () => Promise.resolve(undefined),
  stop: () => Promise.resolve(),
};

/** All durations in ms. */
const minute = 60_000;
const day = 24 * 60 * minute;
/** How old a logo may become before it is fetched anew. */
const freshFor = 30 * day;
/** When an airline is asked about again, whatever came of it; sooner only if the service itself was away. */
const askedAgainAfter = { logo: day, none: day, unavailable: 10 * minute };
/** How long a visitor is kept waiting for a picture: a browser has six connections, and the page needs them too. */
const patience = 1_000;
/** Some 250 airlines come up at all; at the most it is 50 MB. */
const mostLogos = 500;
const mostFetches = 4;

export interface LogoService {
  /** Its address, with `{code}` for the airline's code. */
  template: string;
  /** Where logos are kept. */
  folder: string;
}

/**
 * The process's one store of airlines' logos. Whatever it remembers is bounded by the number of codes there can be,
 * which is 1,296.
 */
export async function openCarrierLogos(
  service: LogoService,
  log: Log,
  now: () => number = Date.now,
): Promise<CarrierLogos> {
  const folder = await openLogoFolder(service.folder);
  /** When each logo that is kept was fetched; the longest ago comes first. */
  const kept = new Map(folder.written);
  const known = new Set([...carriers.map(({ code }) => code), ...kept.keys()]);
  /** Fetches under way. */
  const fetches = new Map<string, Promise<Picture | undefined>>();
  /** Before which moment an airline is not asked about again. */
  const notBefore = new Map<string, number>();
  const inTurn = atMost(mostFetches);
  const closing = new AbortController();

  /** The fetch that is under way, or a new one; undefined where none may be made now. */
  function fetchOnce(code: string): Promise<Picture | undefined> | undefined {
    const underWay = fetches.get(code);
    if (underWay) return underWay;
    if (!known.has(code) || now() < (notBefore.get(code) ?? 0)) return undefined;
    const fetching = inTurn(() => fetchAndKeep(code)).finally(() => fetches.delete(code));
    fetches.set(code, fetching);
    return fetching;
  }

  async function fetchAndKeep(code: string): Promise<Picture | undefined> {
    const answer = await fetchLogo(service.template, code, closing.signal);
    if (closing.signal.aborted) return undefined;
    notBefore.set(code, now() + askedAgainAfter[answer.outcome]);
    if (answer.outcome !== 'logo') {
      log.warn({ code, reason: answer.reason }, 'no carrier logo');
      return undefined;
    }
    try {
      await folder.write(code, answer.bytes);
      kept.delete(code);
      kept.set(code, now());
      await removeOldest();
    } catch (error) {
      log.error({ err: error, code }, 'a carrier logo could not be kept');
    }
    return logoOf(answer.bytes);
  }

  async function removeOldest(): Promise<void> {
    const surplus = [...kept.keys()].slice(0, Math.max(0, kept.size - mostLogos));
    for (const code of surplus) kept.delete(code);
    for (const code of surplus) await folder.remove(code);
  }

  async function readKept(code: string): Promise<Picture | undefined> {
    try {
      const bytes = await folder.read(code);
      return bytes && logoOf(bytes);
    } catch (error) {
      log.error({ err: error, code }, 'a carrier logo could not be read');
      return undefined;
    }
  }

  return {
    know(codes) {
      for (const code of codes) if (isCarrierCode(code)) known.add(code);
    },
    async find(code) {
      const fetchedAt = kept.get(code);
      if (fetchedAt === undefined) {
        const fetching = fetchOnce(code);
        return fetching && Promise.race([fetching, pause(patience, undefined, { ref: false })]);
      }
      // The old one is shown meanwhile.
      if (now() - fetchedAt > freshFor) void fetchOnce(code);
      const logo = await readKept(code);
      // Somebody took it away or broke it. Another one may have come meanwhile.
      if (!logo && kept.get(code) === fetchedAt) kept.delete(code);
      return logo;
    },
    async stop() {
      closing.abort();
      await Promise.all(fetches.values());
    },
  };
}

/** Undefined where a file is no picture, whatever has happened to it. */
function logoOf(bytes: Buffer): Picture | undefined {
  const type = rasterType(bytes);
  return type === undefined ? undefined : { bytes, type };
}
