import { sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { EnquiryRow } from '#app/database/tables.ts';
import type { EnquiryKind, SubmittedFields } from '#app/enquiries/enquiry.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import {
  type CaseState,
  caseStates,
  type EventDetails,
  type EventKind,
  eventKinds,
} from '#app/enquiries/progress/progress.ts';
import { urgencyOf, type UrgentReason } from '#app/enquiries/urgency.ts';
import type { IsoDate } from '#app/i18n/format/dates.ts';
import { fold } from '#app/i18n/input/fold.ts';
import { createDayFilter, createMatcher, digitsOf } from './request-search.ts';

export const requestFilters = ['open', 'mine', 'nobody', 'waiting', 'all'] as const;
export type RequestFilter = (typeof requestFilters)[number];

/** Number of requests on one page of the list. */
export const pageSize = 50;

/** The part of a request's content that the list shows. */
interface RequestContent {
  name?: string | undefined;
  phone: string;
  email?: string | undefined;
  /** Why it is urgent, most important first. */
  reasons: UrgentReason[];
  journey: { origin: string; destination: string } | undefined;
  wantedDay: IsoDate | undefined;
}

/** The last thing that was done with a request. */
interface RecordedStep {
  kind: EventKind;
  /** Of a call. */
  outcome: EventDetails['outcome'];
  /** Unix time in ms. */
  at: number;
}

/** A request in the list. */
export interface ListedRequest {
  reference: string;
  kind: EnquiryKind;
  /** Unix time in ms. */
  receivedAt: number;
  takenAt: number | null;
  /** The id of the person who owns it, see `caseOf`. */
  owner: string | null;
  state: CaseState;
  /** The newest event; undefined if there has been none or the request has been erased. */
  lastStep: RecordedStep | undefined;
  /** When to call the family again, if that is due (Unix time in ms). */
  callDueAt: number | null;
  /** When its processing was restricted (Unix time in ms), if it is. */
  restrictedAt: number | null;
  /** Why it was erased, if it was. */
  erasedBecause: EnquiryRow['erased_because'];
  /** Undefined if it has been erased. */
  content: RequestContent | undefined;
}

export interface RequestQuery {
  filter: RequestFilter;
  /** The person who asks, for the filter `mine`. */
  personId: string;
  /** A name, a part of a phone number or an email address, or a reference. */
  search?: string;
  /** Only requests of this kind. */
  kind?: EnquiryKind | undefined;
  /** Only requests that arrived on this day, in German time. */
  day?: IsoDate | undefined;
  /** Counted from 1. */
  page: number;
}

interface RequestPage {
  requests: ListedRequest[];
  /** The number of all matches. */
  count: number;
}

/** Lists and finds requests. */
export interface RequestIndex {
  list(query: RequestQuery): Promise<RequestPage>;
}

interface IndexedContent extends RequestContent {
  /** Changes with the content. */
  version: number;
  foldedName: string;
  phoneDigits: string;
}

/**
 * Opens the index of requests. The content of a request is in one JSON column: the index reads it once and keeps in
 * memory what the list needs, until the request changes or is erased.
 * @param clock returns the time of the system clock (Unix time in ms)
 */
export function openRequestIndex(database: Database, clock: () => number = Date.now): RequestIndex {
  const contents = new Map<string, IndexedContent>();

  async function readRows() {
    return (
      database
        .selectFrom('enquiries')
        .select(['id', 'reference', 'kind', 'received_at', 'taken_at', 'owner', 'state', 'erased_at'])
        .select(['call_again_at', 'restricted_at', 'erased_because'])
        // Every change to the content adds an outbox message, so their number serves as a version.
        .select(sql<number>`(SELECT count(*) FROM parcels WHERE parcels.enquiry_id = enquiries.id)`.as('version'))
        .orderBy('received_at', 'desc')
        .execute()
    );
  }

  /** Reads the ids of the people who can no longer sign in. */
  async function readDisabledPeople(): Promise<ReadonlySet<string>> {
    const rows = await database.selectFrom('desk_people').select('id').where('disabled_at', 'is not', null).execute();
    return new Set(rows.map(({ id }) => id));
  }

  async function readContents(rows: Awaited<ReturnType<typeof readRows>>): Promise<void> {
    const current = new Map(rows.filter(({ erased_at }) => erased_at === null).map((row) => [row.id, row]));
    for (const id of contents.keys()) if (!current.has(id)) contents.delete(id);
    const missing = [...current.values()].filter(({ id, version }) => contents.get(id)?.version !== version);
    for (let start = 0; start < missing.length; start += 500) {
      const part = missing.slice(start, start + 500);
      const fields = await database
        .selectFrom('enquiries')
        .select(['id', 'fields'])
        .where(
          'id',
          'in',
          part.map(({ id }) => id),
        )
        .where('erased_at', 'is', null)
        .execute();
      for (const { id, fields: json } of fields) {
        const row = current.get(id);
        if (row) contents.set(id, indexContent(row, json));
      }
    }
  }

  return {
    async list({ filter, personId, search = '', kind, day, page }) {
      const rows = await readRows();
      await readContents(rows);
      const disabled = await readDisabledPeople();
      const matches = createMatcher(search);
      const now = clock();
      const arrived = createDayFilter(day);
      const requests = rows
        .filter((row) => (kind === undefined || row.kind === kind) && arrived(row.received_at))
        .map((row) => ({ row, content: contents.get(row.id) }))
        .filter(
          ({ row, content }) =>
            isShown(row, content, { filter, personId, disabled }) && matches(row.reference, content),
        )
        .sort((a, b) => rank(a, now) - rank(b, now));
      const shown = requests.slice((page - 1) * pageSize, page * pageSize);
      const steps = await readLastSteps(
        database,
        shown.map(({ row }) => row.id),
      );
      return {
        count: requests.length,
        requests: shown.map(({ row, content }) => ({
          reference: row.reference,
          kind: row.kind as EnquiryKind,
          receivedAt: row.received_at,
          takenAt: row.taken_at,
          owner: row.owner,
          state: caseStates.find((state) => state === row.state) ?? 'new',
          lastStep: content && steps.get(row.id),
          callDueAt: isCallDue(row, now) ? row.call_again_at : null,
          restrictedAt: row.restricted_at,
          erasedBecause: row.erased_because,
          content,
        })),
      };
    },
  };
}

function indexContent(
  { kind, received_at, version }: { kind: string; received_at: number; version: number },
  json: string,
): IndexedContent {
  const submitted = { kind, fields: JSON.parse(json) as unknown } as SubmittedFields;
  const { name, phone, email } = submitted.fields;
  const definition = definitionOf(submitted.kind);
  return {
    version,
    name,
    phone,
    email,
    reasons: urgencyOf(submitted, received_at).reasons,
    journey: definition.journey(submitted.fields),
    wantedDay: definition.urgency(submitted.fields).date,
    foldedName: fold(name ?? ''),
    phoneDigits: digitsOf(phone),
  };
}

function isShown(
  { owner, state }: { owner: string | null; state: string },
  content: IndexedContent | undefined,
  {
    filter,
    personId,
    disabled,
  }: Pick<RequestQuery, 'filter' | 'personId'> & {
    /** The ids of the people who can no longer sign in. */
    disabled: ReadonlySet<string>;
  },
): boolean {
  if (filter === 'all') return true;
  if (!content || state === 'closed') return false;
  if (filter === 'mine') return owner === personId;
  if (filter === 'nobody') return owner === null || disabled.has(owner);
  return filter === 'open' || ['waiting', 'hospital', 'answered'].includes(state);
}

/** Reads the newest event of each request, if it has any. */
async function readLastSteps(database: Database, ids: readonly string[]): Promise<Map<string, RecordedStep>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('enquiry_events')
    .select(['enquiry_id', 'kind', 'at', 'details'])
    .where('enquiry_id', 'in', ids)
    .where('undone_at', 'is', null)
    .orderBy('at')
    .orderBy(sql`rowid`)
    .execute();
  const steps = new Map<string, RecordedStep>();
  for (const { enquiry_id, kind: name, at, details } of rows) {
    const kind = eventKinds.find((known) => known === name);
    const { outcome } = JSON.parse(details ?? '{}') as EventDetails;
    if (kind) steps.set(enquiry_id, { kind, outcome, at });
  }
  return steps;
}

/**
 * Ranks urgent requests that nobody has taken first, then families to call now, then others that nobody has taken; the
 * newest first in each group. A call that nobody answered takes no request, and so changes nothing for an urgent one.
 */
function rank(
  {
    row,
    content,
  }: { row: { taken_at: number | null; call_again_at: number | null }; content: IndexedContent | undefined },
  now: number,
): number {
  if (!content) return 4;
  if (row.taken_at === null && content.reasons.length > 0) return 0;
  if (isCallDue(row, now)) return 1;
  return row.taken_at === null ? 2 : 3;
}

function isCallDue({ call_again_at }: { call_again_at: number | null }, now: number): boolean {
  return call_again_at !== null && call_again_at <= now;
}
