import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '#app/i18n/languages.ts';
import type { Log } from '#app/log/log.server.ts';
import type { FlightQuery } from '../model/flight-query.ts';
import {
  type FlightSupplier,
  isSupplierError,
  type PollResponse,
  SupplierError,
  type SupplierSession,
} from '../suppliers/supplier.server.ts';
import type { Visitor } from '../suppliers/visitor.ts';
import type { SearchRow, SearchState } from './search-database.server.ts';
import { leaseDuration, type SearchStore } from './search-store.server.ts';

/** Prices are requested in euros: visitors share a search, whatever currency they want to see. */
const currency = 'EUR';

/** Whether the search has ended, so no more results will arrive. */
export function hasEnded(state: SearchState): boolean {
  return state !== 'waiting' && state !== 'gathering';
}

function queryOf({ query }: SearchRow): FlightQuery {
  return JSON.parse(query) as FlightQuery;
}

/** Polls the supplier for the results of running searches. */
export interface ResultPoller {
  /** Ensures that this process or another polls the search until it ends. Returns immediately. */
  ensurePolling(id: string): void;
  /** Stops polling and waits for requests in progress. Other processes, or the next start, continue the searches. */
  stop(): Promise<void>;
}

/**
 * Starts searches with the supplier and polls for their results at the supplier's interval and up to its maximum
 * duration, regardless of the number of waiting visitors and running processes (spec, section 7). All state is in the
 * store, so any process can take the next step; leases prevent two from taking it at once. For a supplier that needs
 * the visitor, the process that served the visitor must take the first step: no other process knows who it was.
 * @param options.visitors the visitors of searches that this process is about to start, by search id; each is removed
 *   when its search starts
 * @param hasResults whether the search with the given id has results yet
 */
export function createResultPoller(
  {
    store,
    supplier,
    visitors,
    log,
    now,
  }: {
    store: SearchStore;
    supplier: FlightSupplier;
    visitors: Map<string, Visitor>;
    log: Log;
    now: () => number;
  },
  hasResults: (id: string) => Promise<boolean>,
): ResultPoller {
  const polling = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function pollToEnd(id: string): Promise<void> {
    for (;;) {
      const row = await store.byId(id);
      if (!row || hasEnded(row.state) || stopping.signal.aborted) return;
      const deadline = row.started_at + supplier.timing.maxDuration;
      const dueAt = Math.max(reservedUntil(row), Math.min(row.next_poll_at, deadline));
      const currentTime = now();
      if (currentTime < dueAt) await pause(dueAt - currentTime, undefined, { signal: stopping.signal });
      else if (currentTime >= deadline)
        await store.end(row, { state: 'timed_out' }, { hasResults: await hasResults(id), now: currentTime });
      else {
        const claimed = await store.claim(id, currentTime);
        if (claimed) await takeStep(claimed);
      }
    }
  }

  /** Returns the time until which the next step is reserved for another process, which may have ended. */
  function reservedUntil({ id, cursor, started_at, leased_until }: SearchRow): number {
    const isForAnother = supplier.needsVisitor && cursor === null && !visitors.has(id);
    return isForAnother ? started_at + leaseDuration : leased_until;
  }

  async function start(row: SearchRow): Promise<SupplierSession> {
    const { id, language } = row;
    const visitor = visitors.get(id);
    visitors.delete(id);
    if (supplier.needsVisitor && !visitor) throw new SupplierError('refused', 'The visitor is no longer known');
    return supplier.start(queryOf(row), { language: language as Language, currency, visitor });
  }

  async function takeStep(row: SearchRow): Promise<void> {
    try {
      if (row.cursor === null) {
        await store.recordStart(row, await start(row));
      } else {
        await recordPoll(row, await supplier.poll(row.cursor, queryOf(row)));
      }
    } catch (error) {
      await handleFailure(row, error);
    }
  }

  /** A response whose flights are all unreadable is the partner's error, not an empty result. */
  async function recordPoll(row: SearchRow, response: PollResponse): Promise<void> {
    const { chunks, dropped, leftOut, isComplete } = response;
    if (dropped) log.warn({ search: row.id, dropped }, 'Parts of a flight supplier response could not be read');
    if (leftOut) log.warn({ search: row.id, leftOut }, 'Parts of a flight supplier response contradict the search');
    const hasFlights = chunks.some((chunk) => chunk.proposals.length > 0 || chunk.leftOut !== undefined);
    const problem = dropped && !hasFlights ? 'unreadable' : row.problem;
    if (problem !== row.problem) await store.noteProblem(row.id, problem);
    if (isComplete && problem && !hasFlights && !(await hasResults(row.id))) {
      await store.end(row, { state: 'failed', problem }, { hasResults: false, now: now() });
    } else {
      await store.record(row, response);
    }
  }

  async function handleFailure(row: SearchRow, error: unknown): Promise<void> {
    const problem = isSupplierError(error) ? error.problem : 'fault';
    log.warn({ search: row.id, problem, err: error }, 'Flight supplier request failed');
    // A single failure of these kinds does not end a running search. A response that is too large is lost, because each
    // part is delivered once, but others may still arrive. Polling again after any other problem would not help.
    const isTransient = problem === 'unreachable' || problem === 'refused' || problem === 'too_large';
    if (problem === 'too_large') await store.noteProblem(row.id, problem);
    if (isTransient && row.cursor !== null && row.failures === 0) await store.recordFirstFailure(row);
    else {
      const context = { hasResults: await hasResults(row.id), now: now() };
      await store.end(row, { state: 'failed', problem }, context);
    }
  }

  return {
    ensurePolling(id) {
      if (polling.has(id) || stopping.signal.aborted) return;
      const poll = pollToEnd(id)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.error({ search: id, err: error }, 'Polling a flight search failed');
        })
        .finally(() => {
          polling.delete(id);
          visitors.delete(id);
        });
      polling.set(id, poll);
    },
    async stop() {
      stopping.abort();
      await Promise.all(polling.values());
    },
  };
}
