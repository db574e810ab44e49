import { sql } from 'kysely';
import { timestampAt, wallClock } from '#app/clock/wall-clock.ts';
import type { Database } from '#app/database/database.server.ts';
import type { EnquiryKind } from '#app/enquiries/enquiry.ts';
import { countryOfRow } from '#app/enquiries/store/country.ts';
import type { IsoDate } from '#app/i18n/format/dates.ts';

/** A group of requests: those of a week, or those of one kind and country within it. */
interface Group {
  count: number;
  /** Times from arrival until somebody took the requests. */
  timeToTake: Durations;
  timeToClose: Durations;
}

/** Durations in ms; `median` and `longest` are 0 if there are none. */
export interface Durations {
  count: number;
  median: number;
  longest: number;
}

/** The requests of one week. */
export interface Week extends Group {
  /** The week's Monday, in German time. */
  start: IsoDate;
  /** The week's Sunday. */
  end: IsoDate;
  /** Most frequent first. */
  kinds: { kind: EnquiryKind; count: number }[];
  /** ISO 3166-1 alpha-2 codes, or `''` if unknown; most frequent first. */
  countries: { country: string; count: number }[];
  /** By kind and country. */
  groups: (Group & { kind: EnquiryKind; country: string })[];
}

interface CountedRequest {
  kind: EnquiryKind;
  country: string;
  /** Time from arrival until somebody took the request (ms); undefined if nobody has. */
  timeToTake: number | undefined;
  timeToClose: number | undefined;
}

const dayInSeconds = 24 * 60 * 60;
const germany = 'Europe/Berlin';

/**
 * Counts the requests of the last `count` weeks, newest week first, including those that have been erased: their kind,
 * country and dates remain.
 * @param count the number of weeks, including the current one
 * @param now Unix time in ms
 */
export async function readWeeks(database: Database, count: number, now: number): Promise<Week[]> {
  const mondays = recentMondays(count, now);
  const starts = mondays.map((monday) => timestampAt(monday, germany) * 1000);
  const rows = await database
    .selectFrom('enquiries')
    .select(['kind', 'country', 'received_at', 'taken_at', 'closed_at'])
    // The fields are needed only for rows that an older version stored without a country.
    .select(sql<string>`CASE WHEN country IS NULL THEN fields ELSE '' END`.as('fields'))
    .where('received_at', '>=', starts.at(-1) ?? now)
    .execute();
  const requests: CountedRequest[][] = starts.map(() => []);
  for (const row of rows) {
    const week = starts.findIndex((start) => start <= row.received_at);
    requests[week]?.push({
      kind: row.kind as EnquiryKind,
      country: countryOfRow(row),
      timeToTake: durationBetween(row.received_at, row.taken_at),
      timeToClose: durationBetween(row.received_at, row.closed_at),
    });
  }
  return mondays.map((monday, index) => weekOf(monday, requests[index] ?? []));
}

/** Returns the request that has waited longest for somebody to take it; undefined if all have been taken. */
export async function readLongestWaiting(
  database: Database,
): Promise<{ reference: string; receivedAt: number } | undefined> {
  const row = await database
    .selectFrom('enquiries')
    .select(['reference', 'received_at'])
    .where('erased_at', 'is', null)
    .where('taken_at', 'is', null)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return row && { reference: row.reference, receivedAt: row.received_at };
}

/** Returns midnight on the most recent Mondays, newest first, as German wall-clock time (s). */
function recentMondays(count: number, now: number): number[] {
  const today = Math.floor(wallClock(Math.floor(now / 1000), germany) / dayInSeconds);
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7);
  return Array.from({ length: count }, (_, index) => (monday - 7 * index) * dayInSeconds);
}

function weekOf(monday: number, requests: readonly CountedRequest[]): Week {
  const groups = groupBy(requests, ({ kind, country }) => `${kind} ${country}`);
  return {
    start: isoDate(monday),
    end: isoDate(monday + 6 * dayInSeconds),
    ...summarise(requests),
    kinds: countBy(requests, ({ kind }) => kind).map(([kind, count]) => ({ kind, count })),
    countries: countBy(requests, ({ country }) => country).map(([country, count]) => ({ country, count })),
    groups: Array.from(groups.values()).flatMap((group) => {
      const [first] = group;
      return first ? [{ kind: first.kind, country: first.country, ...summarise(group) }] : [];
    }),
  };
}

function summarise(requests: readonly CountedRequest[]): Group {
  return {
    count: requests.length,
    timeToTake: durationsOf(requests.map(({ timeToTake }) => timeToTake)),
    timeToClose: durationsOf(requests.map(({ timeToClose }) => timeToClose)),
  };
}

function durationsOf(values: readonly (number | undefined)[]): Durations {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
  return { count: sorted.length, median, longest: sorted.at(-1) ?? 0 };
}

/** Returns a duration (ms), at least 0: the clock may have been corrected in between. */
function durationBetween(from: number, to: number | null): number | undefined {
  return to === null ? undefined : Math.max(0, to - from);
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): [Key, number][] {
  return Array.from(groupBy(items, keyOf), ([key, group]): [Key, number] => [key, group.length]).sort(
    ([, a], [, b]) => b - a,
  );
}

/** Groups items by a key, in the order in which each key first occurs. */
function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function isoDate(wallTime: number): IsoDate {
  return new Date(wallTime * 1000).toISOString().slice(0, 10);
}
