import type { Enquiry, OutboxMessage } from '#app/enquiries/enquiry.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { urgencyOf } from '#app/enquiries/urgency.ts';

/**
 * Formats a subject such as `URGENT · RUH → MUC · as soon as possible · 4KQ7-M01Z`, without medical data or typed text.
 * Later messages about an enquiry have the same subject after `Re:`, so that they join its thread. For an erased enquiry
 * only the reference remains.
 */
export function formatMailSubject(outboxMessage: OutboxMessage): string {
  if (outboxMessage.purpose === 'erasure') {
    return `Please erase / bitte löschen · ${formatReference(outboxMessage.reference)}`;
  }
  const subject = enquirySubject(outboxMessage.enquiry);
  return outboxMessage.purpose === 'enquiry' ? subject : `Re: ${subject}`;
}

function enquirySubject(enquiry: Enquiry): string {
  const { urgent } = urgencyOf(enquiry, enquiry.receivedAt);
  return [
    ...(urgent ? ['URGENT'] : []),
    ...definitionOf(enquiry.kind).subject(enquiry.fields),
    formatReference(enquiry.reference),
  ].join(' · ');
}
