import type { Database } from '#app/database/database.server.ts';
import type { DeliveryState, EnquiryKind } from './enquiry.ts';
import { overallState } from './read-enquiry.server.ts';

/** How many of an enquiry's files the virus check keeps from the desk; only what there is of each. */
export type HeldBackFiles = Partial<Record<'waiting' | 'infected' | 'unchecked', number>>;

/** An enquiry in a list. Of one that has been erased, reference, kind and dates are left. */
export interface ListedEnquiry {
  reference: string;
  kind: EnquiryKind;
  /** Milliseconds since 1970, UTC. */
  receivedAt: number;
  erased?: { at: number; because: string };
  /** What is there of one that has not been erased. */
  sent?: { language: string; name: string; files: number; heldBack?: HeldBackFiles };
  /** What became of its parcels, `since` in milliseconds since 1970; undefined where none is left. */
  delivery?: { desk: string; state: DeliveryState; attempts: number; lastError: string | null; since: number };
}

/**
 * Every enquiry, newest first.
 * @param reference only the one with this reference (8 characters, see `parseReference`)
 */
export async function listEnquiries(database: Database, reference?: string): Promise<ListedEnquiry[]> {
  const rows = await database
    .selectFrom('enquiries')
    .selectAll()
    .$if(reference !== undefined, (query) => query.where('reference', '=', reference ?? ''))
    .orderBy('received_at', 'desc')
    .execute();
  const parcels = await database.selectFrom('parcels').selectAll().orderBy('number').execute();
  const files = await database
    .selectFrom('attachments')
    .select(['enquiry_id', 'virus_check', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['enquiry_id', 'virus_check'])
    .execute();
  const parcelsOf = new Map<string, typeof parcels>();
  for (const parcel of parcels) parcelsOf.set(parcel.enquiry_id, [...(parcelsOf.get(parcel.enquiry_id) ?? []), parcel]);
  const filesOf = new Map<string, { files: number; heldBack?: HeldBackFiles }>();
  for (const { enquiry_id, virus_check, count } of files) {
    const known = filesOf.get(enquiry_id) ?? { files: 0 };
    known.files += count;
    if (virus_check !== 'none' && virus_check !== 'clean') known.heldBack = { ...known.heldBack, [virus_check]: count };
    filesOf.set(enquiry_id, known);
  }
  return rows.map((row) => {
    const own = parcelsOf.get(row.id) ?? [];
    const state = overallState(own.map((parcel) => parcel.state));
    // What is told of several parcels is what keeps them from being delivered.
    const telling = own.find((parcel) => parcel.state === state);
    return {
      reference: row.reference,
      kind: row.kind as EnquiryKind,
      receivedAt: row.received_at,
      erased: row.erased_at === null ? undefined : { at: row.erased_at, because: row.erased_because ?? '' },
      sent:
        row.erased_at === null
          ? {
              language: row.language,
              name: (JSON.parse(row.fields) as { name: string }).name,
              ...(filesOf.get(row.id) ?? { files: 0 }),
            }
          : undefined,
      delivery: telling && {
        desk: telling.desk,
        state,
        attempts: telling.attempts,
        lastError: telling.last_error,
        since: telling.created_at,
      },
    };
  });
}
