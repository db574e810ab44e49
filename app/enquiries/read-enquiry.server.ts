import type { Database } from '#app/database/database.server.ts';
import { hashToken } from '#app/database/secrets.server.ts';
import type { DeliveryState, Enquiry } from './enquiry.ts';

/** An enquiry with what became of its delivery. */
export interface EnquiryRecord {
  enquiry: Enquiry;
  delivery: {
    desk: string;
    state: DeliveryState;
    attempts: number;
    lastError: string | null;
    deliveredAt: number | null;
  };
}

/** The enquiry with this id, reference (8 characters, see `parseReference`), or receipt token. */
export async function readEnquiry(
  database: Database,
  by: { id: string } | { reference: string } | { receiptToken: string },
): Promise<EnquiryRecord | undefined> {
  let query = database
    .selectFrom('enquiries')
    .innerJoin('deliveries', 'deliveries.enquiry_id', 'enquiries.id')
    .selectAll();
  if ('id' in by) query = query.where('enquiries.id', '=', by.id);
  else if ('reference' in by) query = query.where('reference', '=', by.reference);
  else {
    const receipt = database
      .selectFrom('receipts')
      .select('enquiry_id')
      .where('token_hash', '=', hashToken(by.receiptToken));
    query = query.where('enquiries.id', '=', receipt);
  }
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const files = await database
    .selectFrom('attachments')
    .selectAll()
    .where('enquiry_id', '=', row.id)
    .orderBy('position')
    .execute();
  return {
    // What was written as an enquiry of this kind is one: the columns cannot say so to the compiler.
    enquiry: {
      id: row.id,
      reference: row.reference,
      kind: row.kind,
      language: row.language,
      fields: JSON.parse(row.fields) as unknown,
      attachments: files.map(({ name, type, size, sha256, storage_key }) => ({
        name,
        type,
        size,
        sha256,
        storageKey: storage_key,
      })),
      receivedAt: row.received_at,
    } as Enquiry,
    delivery: {
      desk: row.desk,
      state: row.state,
      attempts: row.attempts,
      lastError: row.last_error,
      deliveredAt: row.delivered_at,
    },
  };
}

/** Every enquiry, newest first, without its attachments. */
export async function listEnquiries(database: Database) {
  return database
    .selectFrom('enquiries')
    .innerJoin('deliveries', 'deliveries.enquiry_id', 'enquiries.id')
    .leftJoin('attachments', 'attachments.enquiry_id', 'enquiries.id')
    .select(({ fn }) => [
      'reference',
      'kind',
      'language',
      'fields',
      'received_at',
      'deliveries.state',
      'deliveries.desk',
      'deliveries.attempts',
      fn.count<number>('attachments.id').as('files'),
    ])
    .groupBy('enquiries.id')
    .orderBy('received_at', 'desc')
    .execute();
}
