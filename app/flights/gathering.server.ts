import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '#app/i18n/languages.ts';
import type { Log } from '#app/log.server.ts';
import type { FlightQuery } from './flight-query.ts';
import type { SearchRow, SearchState } from './search-database.server.ts';
import type { SearchStore, SearchTiming } from './search-store.server.ts';
import { SupplierError, type FlightSupplier } from './supplier.server.ts';

/** Whether nothing more will come. */
export function isOver(state: SearchState): boolean {
  return state !== 'waiting' && state !== 'gathering';
}

export interface Gatherer {
  /** Sees the search through to its end, together with whatever other processes see to it. Returns at once. */
  see(id: string): void;
  /** Takes no further step and waits for those under way; another process, or the next, goes on from there. */
  stop(): Promise<void>;
}

/**
 * Starts searches at the supplier and asks for their results: at most every 4 seconds, for 60 in all, however many
 * people wait and however many processes see to it (spec, section 7). Everything a step needs is in the store, so that
 * any process can take the next one.
 * @param hasResults whether a search has found anything yet
 */
export function openGatherer(
  { store, supplier, timing, log }: { store: SearchStore; supplier: FlightSupplier; timing: SearchTiming; log: Log },
  hasResults: (id: string) => Promise<boolean>,
): Gatherer {
  const seen = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function gather(id: string): Promise<void> {
    for (;;) {
      const row = await store.byId(id);
      if (!row || isOver(row.state) || stopping.signal.aborted) return;
      const deadline = row.started_at + timing.longest;
      const due = Math.max(row.leased_until, Math.min(row.next_poll_at, deadline));
      const now = Date.now();
      if (now < due) await pause(due - now, undefined, { signal: stopping.signal });
      else if (now >= deadline) await store.end(id, { state: 'timed_out' }, { hasResults: await hasResults(id), now });
      else if (await store.claim(id, now)) await step(row);
    }
  }

  async function step(row: SearchRow): Promise<void> {
    try {
      if (row.supplier_id === null) {
        const supplierId = await supplier.start(JSON.parse(row.query) as FlightQuery, row.language as Language);
        await store.started(row.id, supplierId, Date.now());
      } else {
        await store.record(row.id, await supplier.poll(row.supplier_id));
      }
    } catch (error) {
      await failed(row, error);
    }
  }

  async function failed(row: SearchRow, error: unknown): Promise<void> {
    const problem = error instanceof SupplierError ? error.problem : 'fault';
    log.warn({ search: row.id, problem, err: error }, 'the supplier of flights failed');
    // A line that breaks once is no end of a search that has begun; an answer that cannot be read will not improve.
    const mayPass = problem === 'unreachable' || problem === 'refused';
    if (mayPass && row.supplier_id !== null && row.failures === 0) await store.failedOnce(row.id);
    else {
      const state = { hasResults: await hasResults(row.id), now: Date.now() };
      await store.end(row.id, { state: 'failed', problem }, state);
    }
  }

  return {
    see(id) {
      if (seen.has(id) || stopping.signal.aborted) return;
      const seeing = gather(id)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.error({ search: id, err: error }, 'a flight search was left alone');
        })
        .finally(() => seen.delete(id));
      seen.set(id, seeing);
    },
    async stop() {
      stopping.abort();
      await Promise.all(seen.values());
    },
  };
}
