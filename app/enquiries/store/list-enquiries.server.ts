import type { Database } from '#app/database/database.server.ts';
import type { DeliveryState, EnquiryKind } from '../enquiry.ts';
import { overallState } from './read-enquiry.server.ts';

/** Number of an enquiry's withheld files by state; states without files are omitted. */
type WithheldCounts = Partial<Record<'waiting' | 'infected' | 'unchecked', number>>;

/** An enquiry in a list. An erased enquiry keeps only reference, kind and dates. */
export interface ListedEnquiry {
  reference: string;
  kind: EnquiryKind;
  /** Unix time in ms. */
  receivedAt: number;
  /** When a member of staff took it (Unix time in ms); undefined if nobody has. */
  takenAt?: number;
  erased?: { at: number; reason: string };
  /** Reference of an earlier enquiry with the same content. */
  duplicateOf?: string;
  /** Undefined if erased. */
  sent?: { language: string; name: string; files: number; withheld?: WithheldCounts };
  /** The combined delivery state of its outbox messages (`since` in Unix ms); undefined if there are none. */
  delivery?: { desk: string; state: DeliveryState; attempts: number; lastError: string | null; since: number };
}

/**
 * Lists all enquiries, newest first.
 * @param reference lists only this one (8 characters, see `parseReference`)
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
  const filesOf = new Map<string, { files: number; withheld?: WithheldCounts }>();
  for (const { enquiry_id, virus_check, count } of files) {
    const known = filesOf.get(enquiry_id) ?? { files: 0 };
    known.files += count;
    if (virus_check !== 'none' && virus_check !== 'clean') known.withheld = { ...known.withheld, [virus_check]: count };
    filesOf.set(enquiry_id, known);
  }
  return rows.map((row) => {
    const own = parcelsOf.get(row.id) ?? [];
    const state = overallState(own.map((parcel) => parcel.state));
    // Of several messages, report the one that explains the combined state.
    const inThatState = own.filter((parcel) => parcel.state === state);
    const representative = inThatState.find((parcel) => parcel.last_error !== null) ?? inThatState[0];
    return {
      reference: row.reference,
      kind: row.kind as EnquiryKind,
      receivedAt: row.received_at,
      takenAt: row.taken_at ?? undefined,
      duplicateOf: row.alike ?? undefined,
      erased: row.erased_at === null ? undefined : { at: row.erased_at, reason: row.erased_because ?? '' },
      sent:
        row.erased_at === null
          ? {
              language: row.language,
              name: (JSON.parse(row.fields) as { name: string }).name,
              ...(filesOf.get(row.id) ?? { files: 0 }),
            }
          : undefined,
      delivery: representative && {
        desk: representative.desk,
        state,
        attempts: representative.attempts,
        lastError: representative.last_error,
        since: representative.created_at,
      },
    };
  });
}
