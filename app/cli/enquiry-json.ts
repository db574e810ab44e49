import type { RequestEvent } from '#app/enquiries/progress/progress.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import type { ListedEnquiry } from '#app/enquiries/store/list-enquiries.server.ts';
import type { EnquiryRecord, FileCheck } from '#app/enquiries/store/read-enquiry.server.ts';

/**
 * Returns an enquiry as JSON for other programs, with times as ISO 8601 in UTC and fields as stored. The property names
 * are a public interface: they are spelled out here, so that a rename in the code does not change them.
 * @param missing the storage keys of missing files
 * @param events what has happened to it since it arrived
 */
export function enquiryJson(
  { enquiry, takenAt, messageNumbers, checks, outboxMessages }: EnquiryRecord,
  missing: ReadonlySet<string>,
  events: readonly RequestEvent[],
) {
  const { kind, language, fields, attachments, receivedAt, mayBeAutomated = false, duplicateOf } = enquiry;
  return {
    reference: formatReference(enquiry.reference),
    kind,
    language,
    receivedAt: isoTime(receivedAt),
    takenAt: takenAt === undefined ? null : isoTime(takenAt),
    mayBeAutomated,
    ...(duplicateOf !== undefined && { alike: formatReference(duplicateOf) }),
    fields,
    files: attachments.map(({ name, type, size, sha256, storageKey }, index) => ({
      ...{ name, type, size, sha256 },
      parcel: messageNumbers[index],
      ...(missing.has(storageKey) && { missing: true }),
      ...virusCheckJson(checks[index]),
    })),
    parcels: outboxMessages.map(
      ({ number, purpose, text, desk, state, attempts, lastError, createdAt, deliveredAt, mayHaveLeft }) => ({
        ...{ number, purpose, desk, state, attempts, lastError },
        ...(text !== null && { text }),
        createdAt: isoTime(createdAt),
        deliveredAt: deliveredAt === null ? null : isoTime(deliveredAt),
        mayBeOutside: mayHaveLeft,
      }),
    ),
    events: events.map(({ kind, at, source, details }) => ({
      kind,
      at: isoTime(at),
      source: typeof source === 'string' ? source : 'desk',
      ...(details.text !== undefined && { text: details.text }),
    })),
  };
}

/** Returns an entry of the list of enquiries as JSON for other programs. The enquiry may have been erased. */
export function listedJson({
  reference,
  kind,
  receivedAt,
  takenAt,
  restrictedAt,
  duplicateOf,
  erased,
  sent,
  delivery,
}: ListedEnquiry) {
  return {
    reference: formatReference(reference),
    kind,
    receivedAt: isoTime(receivedAt),
    takenAt: takenAt === undefined ? null : isoTime(takenAt),
    ...(duplicateOf !== undefined && { alike: formatReference(duplicateOf) }),
    ...(restrictedAt !== undefined && { restrictedAt: isoTime(restrictedAt) }),
    ...(erased && { erased: { at: isoTime(erased.at), because: erased.reason } }),
    ...(sent && submissionJson(sent)),
    ...(delivery && { delivery: { ...delivery, since: isoTime(delivery.since) } }),
  };
}

function submissionJson({ withheld, ...sent }: NonNullable<ListedEnquiry['sent']>) {
  return { ...sent, ...(withheld && { heldBack: withheld }) };
}

/** Returns the virus check of a file as JSON; nothing for a file that is not checked. */
function virusCheckJson(check: FileCheck | undefined) {
  if (!check || check.state === 'none') return {};
  const { state, finding, followUp } = check;
  return { virusCheck: { state, ...(finding !== null && { finding }), ...(followUp !== null && { followUp }) } };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
