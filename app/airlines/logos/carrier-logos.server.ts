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
export interface LogoImage {
  bytes: Buffer;
  /** Media type. */
  type: string;
}

/** The airlines' logos, which our server fetches from an image service and caches on disk. */
export interface CarrierLogos {
  /**
   * Registers the codes of airlines found in searches; other strings are ignored. Only registered codes and those on
   * our own list are requested from the image service, so that nobody can make us request invented codes.
   */
  register(codes: Iterable<string>): void;
  /**
   * Returns an airline's logo; undefined if there is none, or if fetching it takes too long, in which case a later call
   * finds it in the cache. Never throws: failures are logged.
   */
  find(code: string): Promise<LogoImage | undefined>;
  /** Aborts requests in progress. */
  stop(): Promise<void>;
}

/** Used without an image service: sends no requests and finds no logos. */
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
/** Minimum time until the next request for the same airline, by outcome of the last one. */
const requestInterval = { logo: day, none: day, unavailable: 10 * minute };
/**
 * How long `find` waits for a logo that is being fetched. In that time, the request occupies one of a browser's six
 * connections, which the page needs.
 */
const findTimeout = 1_000;
/** Maximum number of cached logos. About 250 airlines occur in practice; the maximum takes up 50 MB. */
const maxLogos = 500;
/** Maximum number of concurrent requests to the image service. */
const maxConcurrentRequests = 4;

/** The image service and the cache. */
export interface LogoService {
  /** URL with `{code}` as the placeholder for the airline's code. */
  template: string;
  /** Folder of the cache. */
  folder: string;
  /** Disk space available to the cache; unlimited if absent. */
  diskBudget?: Pick<DiskBudget, 'take'>;
}

/** Opens the logo cache, once per process. Its memory is bounded by the number of possible codes, which is 1,296. */
export async function openCarrierLogos(
  service: LogoService,
  log: Log,
  now: () => number = Date.now,
): Promise<CarrierLogos> {
  const folder = await openLogoFolder(service.folder);
  /** Time at which each cached logo was fetched, by code, oldest first. */
  const fetchTimes = new Map(folder.entries);
  const allowedCodes = new Set([...carriers.map(({ code }) => code), ...fetchTimes.keys()]);
  /** Requests in progress, by code. */
  const requests = new Map<string, Promise<LogoImage | undefined>>();
  /** Earliest time of the next request, by code. */
  const nextRequestAt = new Map<string, number>();
  const runLimited = limitConcurrency(maxConcurrentRequests);
  const shutdown = new AbortController();

  /** Returns the request in progress, or a new one; undefined if no request is allowed yet. */
  function fetchOnce(code: string): Promise<LogoImage | undefined> | undefined {
    const pending = requests.get(code);
    if (pending) return pending;
    if (!allowedCodes.has(code) || now() < (nextRequestAt.get(code) ?? 0)) return undefined;
    const request = runLimited(() => fetchAndStore(code)).finally(() => requests.delete(code));
    requests.set(code, request);
    return request;
  }

  async function fetchAndStore(code: string): Promise<LogoImage | undefined> {
    const result = await fetchLogo(service.template, code, shutdown.signal);
    if (shutdown.signal.aborted) return undefined;
    nextRequestAt.set(code, now() + requestInterval[result.outcome]);
    if (result.outcome !== 'logo') {
      log.warn({ code, reason: result.reason }, 'The image service did not provide a carrier logo');
      return undefined;
    }
    try {
      if (service.diskBudget && !service.diskBudget.take(result.bytes.length))
        throw new Error('Not enough disk space for carrier logos');
      await folder.write(code, result.bytes);
      fetchTimes.delete(code);
      fetchTimes.set(code, now());
      await evictOldest();
    } catch (error) {
      log.error({ err: error, code }, 'A carrier logo could not be stored');
    }
    return toLogoImage(result.bytes);
  }

  async function evictOldest(): Promise<void> {
    const evictedCodes = [...fetchTimes.keys()].slice(0, Math.max(0, fetchTimes.size - maxLogos));
    for (const code of evictedCodes) fetchTimes.delete(code);
    for (const code of evictedCodes) await folder.remove(code);
  }

  async function readCached(code: string): Promise<LogoImage | undefined> {
    try {
      const bytes = await folder.read(code);
      return bytes && toLogoImage(bytes);
    } catch (error) {
      log.error({ err: error, code }, 'A carrier logo could not be read');
      return undefined;
    }
  }

  return {
    register(codes) {
      for (const code of codes) if (isCarrierCode(code)) allowedCodes.add(code);
    },
    async find(code) {
      const fetchedAt = fetchTimes.get(code);
      if (fetchedAt === undefined) {
        const request = fetchOnce(code);
        return request && Promise.race([request, pause(findTimeout, undefined, { ref: false })]);
      }
      // Serve the old logo in the meantime.
      if (now() - fetchedAt > maxAge) void fetchOnce(code);
      const logo = await readCached(code);
      // The file was deleted or damaged, and has not been replaced since.
      if (!logo && fetchTimes.get(code) === fetchedAt) fetchTimes.delete(code);
      return logo;
    },
    async stop() {
      shutdown.abort();
      await Promise.all(requests.values());
    },
  };
}

/** Returns undefined if the bytes are not a raster image. */
function toLogoImage(bytes: Buffer): LogoImage | undefined {
  const type = rasterType(bytes);
  return type === undefined ? undefined : { bytes, type };
}
