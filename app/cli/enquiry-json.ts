import { formatReference } from '#app/enquiries/reference.ts';
import type { ListedEnquiry } from '#app/enquiries/store/list-enquiries.server.ts';
import type { EnquiryRecord, FileCheck } from '#app/enquiries/store/read-enquiry.server.ts';

/**
 * The JSON of an enquiry for other programs: times as ISO 8601 in UTC, fields as stored. Its names are an interface: they are
 * written out here, and outlive those in the code.
 * @param missing storage keys of lost files
 */
export function enquiryJson(
  { enquiry, takenAt, messageNumbers, checks, parcels }: EnquiryRecord,
  missing: ReadonlySet<string>,
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
    parcels: parcels.map(
      ({ number, purpose, desk, state, attempts, lastError, createdAt, deliveredAt, mayHaveLeft }) => ({
        ...{ number, purpose, desk, state, attempts, lastError },
        createdAt: isoTime(createdAt),
        deliveredAt: deliveredAt === null ? null : isoTime(deliveredAt),
        mayBeOutside: mayHaveLeft,
      }),
    ),
  };
}

/** The JSON of a listed enquiry for other programs; also what remains of an erased one. */
export function listedJson({
  reference,
  kind,
  receivedAt,
  takenAt,
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
    ...(erased && { erased: { at: isoTime(erased.at), because: erased.reason } }),
    ...(sent && sentJson(sent)),
    ...(delivery && { delivery: { ...delivery, since: isoTime(delivery.since) } }),
  };
}

function sentJson({ withheld, ...sent }: NonNullable<ListedEnquiry['sent']>) {
  return { ...sent, ...(withheld && { heldBack: withheld }) };
}

/** Empty for a file that is not subject to the virus check. */
function virusCheckJson(check: FileCheck | undefined) {
  if (!check || check.state === 'none') return {};
  const { state, finding, followUp } = check;
  return { virusCheck: { state, ...(finding !== null && { finding }), ...(followUp !== null && { followUp }) } };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
