import type { Database } from '#app/database/database.server.ts';
import { createSentLink, replaceSentLinks, revokeSentLinks } from '#app/enquiries/correspondence/sent-links.server.ts';
import { lockEnquiry } from '#app/enquiries/store/lock-enquiry.server.ts';
import { recordAudit } from '../audit/audit.server.ts';
import type { Change } from '../requests/change-request.server.ts';

/**
 * Creates a link for a colleague to send to a family. Links that were sent before no longer open.
 * @returns its token; undefined if the request has been erased
 */
export function createFamilyLink(database: Database, enquiryId: string, { reference, personId, now }: Change) {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockEnquiry(transaction, enquiryId))) return undefined;
    await recordAudit(transaction, { at: now, personId, action: 'link_created', subject: reference });
    await replaceSentLinks(transaction, enquiryId, now);
    return createSentLink(transaction, enquiryId, now);
  });
}

/** Revokes all links that were sent to a family. */
export function revokeFamilyLinks(database: Database, enquiryId: string, { reference, personId, now }: Change) {
  return database.transaction().execute(async (transaction) => {
    await revokeSentLinks(transaction, enquiryId, now);
    await recordAudit(transaction, { at: now, personId, action: 'links_withdrawn', subject: reference });
  });
}
