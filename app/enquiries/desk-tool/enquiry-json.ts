import type { ListedEnquiry } from '../list-enquiries.server.ts';
import type { EnquiryRecord, FileCheck } from '../read-enquiry.server.ts';
import { formatReference } from '../reference.ts';

/** An enquiry for other programs: moments as ISO 8601 in UTC, fields as they were stored. */
export function enquiryJson({ enquiry, parcelOf, checks, parcels }: EnquiryRecord) {
  const { kind, language, fields, attachments, receivedAt, mayBeAutomated = false } = enquiry;
  return {
    reference: formatReference(enquiry.reference),
    kind,
    language,
    receivedAt: isoMoment(receivedAt),
    mayBeAutomated,
    fields,
    files: attachments.map(({ name, type, size, sha256 }, index) => ({
      ...{ name, type, size, sha256 },
      parcel: parcelOf[index],
      ...virusCheckJson(checks[index]),
    })),
    parcels: parcels.map(({ createdAt, deliveredAt, ...parcel }) => ({
      ...parcel,
      createdAt: isoMoment(createdAt),
      deliveredAt: deliveredAt === null ? null : isoMoment(deliveredAt),
    })),
  };
}

/** An enquiry of a list for other programs: all that is left of one that was erased. */
export function listedJson({ reference, kind, receivedAt, erased, sent, delivery }: ListedEnquiry) {
  return {
    reference: formatReference(reference),
    kind,
    receivedAt: isoMoment(receivedAt),
    ...(erased && { erased: { at: isoMoment(erased.at), because: erased.because } }),
    ...sent,
    ...(delivery && { delivery: { ...delivery, since: isoMoment(delivery.since) } }),
  };
}

/** Nothing of a file that no scanner was asked about. */
function virusCheckJson(check: FileCheck | undefined) {
  if (!check || check.state === 'none') return {};
  const { state, finding, followUp } = check;
  return { virusCheck: { state, ...(finding !== null && { finding }), ...(followUp !== null && { followUp }) } };
}

function isoMoment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
