import type { Database } from '#app/database/database.server.ts';
import type { ContactDetails } from '../contact-details/contact-details.ts';
import type { DeliveryState, EnquiryKind } from '../enquiry.ts';
import { overallState } from './read-enquiry.server.ts';

/** The number of an enquiry's withheld files by state. Omits states without files. */
type WithheldCounts = Partial<Record<'waiting' | 'infected' | 'unchecked', number>>;

/** An enquiry in a list. Of an erased enquiry, only reference, kind, country and dates remain. */
export interface ListedEnquiry {
  reference: string;
  kind: EnquiryKind;
  /** Unix time in ms. */
  receivedAt: number;
  /** When a member of staff took the enquiry (Unix time in ms); undefined if nobody has. */
  takenAt?: number;
  /** When its processing was restricted (Unix time in ms), if it is. */
  restrictedAt?: number;
  erased?: { at: number; reason: string };
  /** Reference of an earlier enquiry with the same content. */
  duplicateOf?: string;
  /** The submitted content; undefined if erased. */
  sent?: { language: string; name?: string | undefined; files: number; withheld?: WithheldCounts };
  /**
   * The combined delivery state of the enquiry's outbox messages; undefined if it has none. `since` is the Unix time in ms
   * when the message was created.
   */
  delivery?: { desk: string; state: DeliveryState; attempts: number; lastError: string | null; since: number };
}

/**
 * Lists all enquiries, newest first.
 * @param reference lists only the enquiry with this reference (8 characters, see `parseReference`)
 */
export async function listEnquiries(database: Database, reference?: string): Promise<ListedEnquiry[]> {
  const rows = await database
    .selectFrom('enquiries')
    .selectAll()
    .$if(reference !== undefined, (query) => query.where('reference', '=', reference ?? ''))
    .orderBy('received_at', 'desc')
    .execute();
  const messages = await database.selectFrom('parcels').selectAll().orderBy('number').execute();
  const files = await database
    .selectFrom('attachments')
    .select(['enquiry_id', 'virus_check', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['enquiry_id', 'virus_check'])
    .orderBy('virus_check')
    .execute();
  const messagesOf = new Map<string, typeof messages>();
  for (const message of messages) {
    messagesOf.set(message.enquiry_id, [...(messagesOf.get(message.enquiry_id) ?? []), message]);
  }
  const filesOf = new Map<string, { files: number; withheld?: WithheldCounts }>();
  for (const { enquiry_id, virus_check, count } of files) {
    const counts = filesOf.get(enquiry_id) ?? { files: 0 };
    counts.files += count;
    if (virus_check !== 'none' && virus_check !== 'clean')
      counts.withheld = { ...counts.withheld, [virus_check]: count };
    filesOf.set(enquiry_id, counts);
  }
  return rows.map((row) => {
    const enquiryMessages = messagesOf.get(row.id) ?? [];
    const state = overallState(enquiryMessages.map((message) => message.state));
    // If there are several messages, report the one that explains the combined state.
    const candidates = enquiryMessages.filter((message) => message.state === state);
    const representative = candidates.find((message) => message.last_error !== null) ?? candidates[0];
    return {
      reference: row.reference,
      kind: row.kind as EnquiryKind,
      receivedAt: row.received_at,
      takenAt: row.taken_at ?? undefined,
      restrictedAt: row.restricted_at ?? undefined,
      duplicateOf: row.alike ?? undefined,
      erased: row.erased_at === null ? undefined : { at: row.erased_at, reason: row.erased_because ?? '' },
      sent:
        row.erased_at === null
          ? {
              language: row.language,
              name: (JSON.parse(row.fields) as ContactDetails).name,
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
