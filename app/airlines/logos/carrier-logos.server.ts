import { setTimeout as pause } from 'node:timers/promises';
import type { DiskBudget } from '#app/disk/disk-budget.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { isCarrierCode } from '../carrier-code.ts';
import { carriers } from '../carriers.ts';
import { fetchLogo } from './fetch-logo.server.ts';
import { limitConcurrency } from './limit-concurrency.server.ts';
import { openLogoFolder } from './logo-folder.server.ts';
import { rasterType } from './raster-type.server.ts';

/** An image to be served. */
export interface Picture {
  bytes: Buffer;
  /** Media type. */
  type: string;
}

/** The airlines' logos: fetched by our server from an image service, and cached on disk. */
export interface CarrierLogos {
  /**
   * Registers the codes of airlines found in searches; other strings are ignored. Only these and those on our own list
   * are requested from the image service, so that nobody can make us request invented codes.
   */
  register(codes: Iterable<string>): void;
  /**
   * An airline's logo; undefined if there is none, or if fetching it takes too long, in which case a later call finds it
   * in the cache. Never throws: failures are logged.
   */
  find(code: string): Promise<Picture | undefined>;
  /** Aborts requests in progress. */
  stop(): Promise<void>;
}

/** Without an image service: no requests, no logos. */
export const noCarrierLogos: CarrierLogos = {
  register: () => undefined,
  find: () => Promise.resolve(undefined),
  stop: () => Promise.resolve(),
};

/** Durations in ms. */
const minute = 60_000;
const day = 24 * 60 * minute;
/** Maximum age of a logo before it is fetched again. */
const maxAge = 30 * day;
/** How long to wait before the next request for the same airline, by outcome. */
const retryDelay = { logo: day, none: day, unavailable: 10 * minute };
/** How long a request waits for a logo being fetched: a browser opens six connections, and the page needs them, too. */
const findTimeout = 1_000;
/** Cache size: about 250 airlines occur in practice; at the maximum it takes 50 MB. */
const maxLogos = 500;
/** Maximum number of concurrent requests to the image service. */
const maxFetches = 4;

/** The image service and the cache's folder. */
export interface LogoService {
  /** URL template with `{code}` for the airline's code. */
  template: string;
  /** Folder of the cache. */
  folder: string;
  /** Disk quota; unlimited if absent. */
  diskBudget?: Pick<DiskBudget, 'take'>;
}

/** Opens the process's only cache of logos. Its state is bounded by the number of possible codes, which is 1,296. */
export async function openCarrierLogos(
  service: LogoService,
  log: Log,
  now: () => number = Date.now,
): Promise<CarrierLogos> {
  const folder = await openLogoFolder(service.folder);
  /** When each cached logo was fetched, oldest first. */
  const cached = new Map(folder.entries);
  const known = new Set([...carriers.map(({ code }) => code), ...cached.keys()]);
  /** Requests in progress, by code. */
  const fetches = new Map<string, Promise<Picture | undefined>>();
  /** Earliest time of the next request, by code. */
  const notBefore = new Map<string, number>();
  const runLimited = limitConcurrency(maxFetches);
  const closing = new AbortController();

  /** The request in progress, or a new one; undefined if none is allowed yet. */
  function fetchOnce(code: string): Promise<Picture | undefined> | undefined {
    const running = fetches.get(code);
    if (running) return running;
    if (!known.has(code) || now() < (notBefore.get(code) ?? 0)) return undefined;
    const fetching = runLimited(() => fetchAndStore(code)).finally(() => fetches.delete(code));
    fetches.set(code, fetching);
    return fetching;
  }

  async function fetchAndStore(code: string): Promise<Picture | undefined> {
    const answer = await fetchLogo(service.template, code, closing.signal);
    if (closing.signal.aborted) return undefined;
    notBefore.set(code, now() + retryDelay[answer.outcome]);
    if (answer.outcome !== 'logo') {
      log.warn({ code, reason: answer.reason }, 'no carrier logo');
      return undefined;
    }
    try {
      if (service.diskBudget && !service.diskBudget.take(answer.bytes.length))
        throw new Error('Disk quota for logos used up');
      await folder.write(code, answer.bytes);
      cached.delete(code);
      cached.set(code, now());
      await removeOldest();
    } catch (error) {
      log.error({ err: error, code }, 'a carrier logo could not be stored');
    }
    return logoOf(answer.bytes);
  }

  async function removeOldest(): Promise<void> {
    const surplus = [...cached.keys()].slice(0, Math.max(0, cached.size - maxLogos));
    for (const code of surplus) cached.delete(code);
    for (const code of surplus) await folder.remove(code);
  }

  async function readCached(code: string): Promise<Picture | undefined> {
    try {
      const bytes = await folder.read(code);
      return bytes && logoOf(bytes);
    } catch (error) {
      log.error({ err: error, code }, 'a carrier logo could not be read');
      return undefined;
    }
  }

  return {
    register(codes) {
      for (const code of codes) if (isCarrierCode(code)) known.add(code);
    },
    async find(code) {
      const fetchedAt = cached.get(code);
      if (fetchedAt === undefined) {
        const fetching = fetchOnce(code);
        return fetching && Promise.race([fetching, pause(findTimeout, undefined, { ref: false })]);
      }
      // The old logo is served meanwhile.
      if (now() - fetchedAt > maxAge) void fetchOnce(code);
      const logo = await readCached(code);
      // The file was deleted or damaged, and has not been replaced meanwhile.
      if (!logo && cached.get(code) === fetchedAt) cached.delete(code);
      return logo;
    },
    async stop() {
      closing.abort();
      await Promise.all(fetches.values());
    },
  };
}

/** Undefined if the bytes are not a raster image. */
function logoOf(bytes: Buffer): Picture | undefined {
  const type = rasterType(bytes);
  return type === undefined ? undefined : { bytes, type };
}
