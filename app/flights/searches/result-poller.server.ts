import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '#app/i18n/languages.ts';
import type { Log } from '#app/log/log.server.ts';
import type { FlightQuery } from '../model/flight-query.ts';
import { type FlightSupplier, SupplierError } from '../suppliers/supplier.server.ts';
import type { SearchRow, SearchState } from './search-database.server.ts';
import type { SearchStore } from './search-store.server.ts';

/** Whether the search has ended: no more results will arrive. */
export function isOver(state: SearchState): boolean {
  return state !== 'waiting' && state !== 'gathering';
}

/** Polls the supplier for the results of running searches. */
export interface ResultPoller {
  /** Ensures that the search is being polled until it ends, by this process or another. Returns immediately. */
  ensurePolling(id: string): void;
  /** Stops polling and waits for requests in progress; other processes, or the next start, continue from there. */
  stop(): Promise<void>;
}

/**
 * Starts searches at the supplier and polls for their results, as often and as long as the supplier wants it, however
 * many visitors wait and however many processes run (spec, section 7). All state is in the store, so any
 * process can take the next step, coordinated by leases.
 * @param hasResults whether a search has found anything yet
 */
export function createResultPoller(
  { store, supplier, log, now }: { store: SearchStore; supplier: FlightSupplier; log: Log; now: () => number },
  hasResults: (id: string) => Promise<boolean>,
): ResultPoller {
  const polling = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function pollToEnd(id: string): Promise<void> {
    for (;;) {
      const row = await store.byId(id);
      if (!row || isOver(row.state) || stopping.signal.aborted) return;
      const deadline = row.started_at + supplier.timing.maxDuration;
      const due = Math.max(row.leased_until, Math.min(row.next_poll_at, deadline));
      const moment = now();
      if (moment < due) await pause(due - moment, undefined, { signal: stopping.signal });
      else if (moment >= deadline)
        await store.end(row, { state: 'timed_out' }, { hasResults: await hasResults(id), now: moment });
      else {
        const claimed = await store.claim(id, moment);
        if (claimed) await step(claimed);
      }
    }
  }

  async function step(row: SearchRow): Promise<void> {
    try {
      if (row.cursor === null) {
        const query = JSON.parse(row.query) as FlightQuery;
        await store.recordStart(row, await supplier.start(query, row.language as Language));
      } else {
        await store.record(row, await supplier.poll(row.cursor));
      }
    } catch (error) {
      await handleFailure(row, error);
    }
  }

  async function handleFailure(row: SearchRow, error: unknown): Promise<void> {
    const problem = error instanceof SupplierError ? error.problem : 'fault';
    log.warn({ search: row.id, problem, err: error }, 'flight supplier request failed');
    // One connection failure does not end a running search; an unreadable response would not improve.
    const isTransient = problem === 'unreachable' || problem === 'refused';
    if (isTransient && row.cursor !== null && row.failures === 0) await store.recordFirstFailure(row);
    else {
      const state = { hasResults: await hasResults(row.id), now: now() };
      await store.end(row, { state: 'failed', problem }, state);
    }
  }

  return {
    ensurePolling(id) {
      if (polling.has(id) || stopping.signal.aborted) return;
      const poll = pollToEnd(id)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.error({ search: id, err: error }, 'polling of a flight search failed');
        })
        .finally(() => polling.delete(id));
      polling.set(id, poll);
    },
    async stop() {
      stopping.abort();
      await Promise.all(polling.values());
    },
  };
}
