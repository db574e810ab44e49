import type { Database } from '#app/database/database.server.ts';
import { announce } from '#app/notices/notice-outbox.server.ts';
import { mailableAddress } from '#app/outbound/mailable-address.server.ts';
import { formatReference } from '../reference.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';

/** Returns whether a family wants the link to its page and news by email. */
export async function readEmailPreference(database: Database, enquiryId: string): Promise<boolean> {
  const row = await database
    .selectFrom('enquiries')
    .select('wants_mail')
    .where('id', '=', enquiryId)
    .executeTakeFirst();
  return row?.wants_mail === 1;
}

/**
 * Records durably whether a family wants the link to its page and news by email. If it now does, the link is sent at
 * once.
 * @param network the network of the visitor who asks for it, see `VisitorKey`
 * @param now Unix time in ms
 * @returns whether that has changed; false after a double tap, if the request has been erased, or if no email can be sent
 * to the family
 */
export function setEmailPreference(
  database: Database,
  enquiryId: string,
  wantsMail: boolean,
  network: number,
  now: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const enquiry = await lockEnquiry(transaction, enquiryId);
    if (!enquiry || (enquiry.wants_mail === 1) === wantsMail) return false;
    const { email = '' } = JSON.parse(enquiry.fields) as { email?: string };
    if (wantsMail && mailableAddress(email) === undefined) return false;
    await transaction
      .updateTable('enquiries')
      .set({ wants_mail: wantsMail ? 1 : 0 })
      .where('id', '=', enquiryId)
      .execute();
    if (wantsMail) {
      const reference = formatReference(enquiry.reference);
      const notice = { type: 'family.link', reference, at: new Date(now).toISOString(), network } as const;
      await announce(transaction, { notice, audience: 'family', enquiryId }, now);
    }
    return true;
  });
}
