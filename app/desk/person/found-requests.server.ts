import type { Database } from '#app/database/database.server.ts';
import { parseReference } from '#app/enquiries/reference.ts';
import type { DeskRequestRecord } from '../requests/read-request.server.ts';
import { readDeskRequest } from '../requests/read-request.server.ts';
import { type ListedRequest, pageSize, type RequestIndex } from '../requests/request-index.server.ts';

/** Requests that may be about one person. */
export interface FoundRequests {
  /** What was searched for. */
  query: string;
  /** The first page of matches, without those that have been erased. */
  requests: ListedRequest[];
  /** The number of all matches. */
  count: number;
}

/**
 * Finds the requests of a person.
 * @param query a name, a part of a phone number or an email address, or a reference
 */
export async function findRequests(index: RequestIndex, personId: string, query: string): Promise<FoundRequests> {
  const search = query.trim().slice(0, 100);
  if (search === '') return { query: search, requests: [], count: 0 };
  const { requests, count } = await index.list({ filter: 'all', personId, search, page: 1 });
  const existing = requests.filter(({ content }) => content !== undefined);
  return { query: search, requests: existing, count: count - (requests.length - existing.length) };
}

/**
 * Reads the requests that were selected in a form, except those that have been erased. A form offers those of one page.
 */
export async function readSelected(database: Database, form: FormData): Promise<DeskRequestRecord[]> {
  const references = form
    .getAll('reference')
    .map((value) => (typeof value === 'string' ? parseReference(value) : undefined));
  const records: DeskRequestRecord[] = [];
  for (const reference of [...new Set(references)].slice(0, pageSize)) {
    const record = reference === undefined ? undefined : await readDeskRequest(database, reference);
    if (record) records.push(record);
  }
  return records;
}
