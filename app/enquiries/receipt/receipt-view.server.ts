import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import { replyTimeOf } from '#app/company/pages/facts-on-pages.server.ts';
import { formatTimestampInBerlin } from '#app/i18n/format/dates.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';
import type { Choice } from '#app/i18n/texts/message.ts';
import { mailableAddress } from '#app/outbound/mailable-address.server.ts';
import { placeLines, type TypedPlace } from '#app/places/place-text.ts';
import { remainingLimits } from '#app/uploads/disc.ts';
import { fileLimitsByType } from '#app/uploads/limits.ts';
import type { ContactDetails, OptionalDetail } from '../contact-details/contact-details.ts';
import type { DeskMessage } from '../correspondence/desk-messages.server.ts';
import { type ListPage, listPage } from '../correspondence/list-page.ts';
import type { DeliveryState } from '../enquiry.ts';
import { enquiryRows } from '../enquiry-rows.server.ts';
import { enquiryKinds } from '../kinds/enquiry-kinds.server.ts';
import type { RowValue } from '../kinds/row.ts';
import type { ProgressEvent } from '../progress/progress.ts';
import { rowText } from '../row-text.ts';
import { type EnquiryRecord, overallState } from '../store/read-enquiry.server.ts';
import { urgencyOf } from '../urgency.ts';
import type { Message, PagedList, ReceiptView, SummaryRow } from './receipt-view.ts';

/** What has happened to an enquiry since it was submitted. */
export interface SinceSubmission {
  /** Oldest first. */
  progress: readonly ProgressEvent[];
  /** Newest first. */
  messages: readonly DeskMessage[];
  /** Whether the family gets emails; undefined if the site cannot send any. */
  wantsMail: boolean | undefined;
  hasSentLinks: boolean;
  isFromSentLink: boolean;
}

/**
 * Creates the view model of a receipt. Formats everything that depends on lists of places or on the runtime's Intl
 * data, so that the browser needs neither.
 * @param language the language of the receipt
 * @param translateChoice translates a choice
 * @param facts the company facts, for the expected reply time
 * @param pageNumbers see `listPage`
 */
export function receiptView(
  { enquiry, messageNumbers, checks, outboxMessages }: EnquiryRecord,
  { progress, messages, wantsMail, hasSentLinks, isFromSentLink }: SinceSubmission,
  language: FormLanguage,
  translateChoice: (choice: Choice) => string,
  facts: CompanyFacts,
  pageNumbers: Record<PagedList, string | null>,
): ReceiptView {
  const { name, phone, email } = enquiry.fields;
  const kind = enquiryKinds[enquiry.kind];
  const canBeMailed = email !== undefined && mailableAddress(email) !== undefined;
  const newest = progress.at(-1);
  const [latest, ...earlier] = messages;
  const additions = outboxMessages
    .slice(1)
    // Late files are listed under the message in which the visitor sent them.
    .filter(({ number, purpose, text }) => purpose === 'correction' || text !== null || messageNumbers.includes(number))
    .reverse();
  const filesOf = (messageNumber: number) =>
    enquiry.attachments
      .map(({ name, size }, index) => ({ name, size, isInfected: checks[index]?.state === 'infected' }))
      .filter((_, index) => messageNumbers[index] === messageNumber);
  /** Returns the state of an addition, including its late files; undefined if all its files are infected. */
  const stateOf = (messageNumber: number): DeliveryState | undefined => {
    const messageChecks = checks.filter((_, index) => messageNumbers[index] === messageNumber);
    if (messageChecks.length > 0 && messageChecks.every(({ state }) => state === 'infected')) return undefined;
    const numbers = [messageNumber, ...messageChecks.flatMap(({ followUp }) => (followUp === null ? [] : [followUp]))];
    // Late files without a message have the number 0.
    const states = numbers.map(
      (number) => outboxMessages.find((message) => number > 0 && message.number === number)?.state ?? 'waiting',
    );
    return overallState(states);
  };
  return {
    reference: enquiry.reference,
    receiptType: kind.receiptType,
    hasDialog: kind.hasReceiptDialog,
    replyTime: replyTimeOf(facts, urgencyOf(enquiry, enquiry.receivedAt).urgent, language),
    limits: remainingLimits(enquiry.attachments, fileLimitsByType[kind.files]),
    contact: { name, phone, email },
    optionalDetails: missingDetails(enquiry.fields, kind.optionalDetails),
    rows: enquiryRows(enquiry).map(({ label, value }): SummaryRow => ({
      label,
      ...('place' in value
        ? placeRow(value.place, language)
        : { text: rowText(value, language, translateChoice), variant: variantOf(value) }),
    })),
    files: filesOf(0),
    receivedAt: formatTimestampInBerlin(enquiry.receivedAt, language),
    progress: newest && {
      state: newest.state,
      events: progress.map(({ state, at }) => ({ state, at: formatTimestampInBerlin(at, language) })),
    },
    state: overallState(outboxMessages.map(({ state }) => state)),
    additions: mapPage(inOrder(listPage(additions, pageNumbers.later)), (addition) => ({
      isCorrection: addition.purpose === 'correction',
      at: formatTimestampInBerlin(addition.createdAt, language),
      ...(addition.text !== null && { text: addition.text }),
      files: filesOf(addition.number),
      state: stateOf(addition.number),
    })),
    ...(latest && { latestMessage: messageView(latest, language) }),
    earlierMessages: mapPage(listPage(earlier, pageNumbers.messages), (message) => messageView(message, language)),
    canBeMailed,
    ...(wantsMail !== undefined && canBeMailed && { wantsMail }),
    hasSentLinks,
    isFromSentLink,
  };
}

function messageView({ at, text, files }: DeskMessage, language: FormLanguage): Message {
  return { at: formatTimestampInBerlin(at, language), ...(text !== undefined && { text }), files };
}

function mapPage<From, To>(page: ListPage<From>, convert: (entry: From) => To): ListPage<To> {
  return { ...page, entries: page.entries.map(convert) };
}

/** Turns the newest entries first into the order in which they were made. */
function inOrder<Entry>(page: ListPage<Entry>): ListPage<Entry> {
  return { ...page, entries: [...page.entries].reverse() };
}

/** Returns the optional details that the family has not given. Those it has given can be changed, but not removed. */
export function missingDetails(fields: ContactDetails, optional: readonly OptionalDetail[]): OptionalDetail[] {
  return optional.filter((detail) => fields[detail] === undefined);
}

/** Formats a place as typed, with our interpretation as a note. */
function placeRow(place: TypedPlace, language: FormLanguage): Omit<SummaryRow, 'label'> {
  const { text, note } = placeLines(place, language, 'family');
  const capitalisedNote = note && note.charAt(0).toUpperCase() + note.slice(1);
  return text === undefined
    ? { text: capitalisedNote ?? '', variant: 'siteText' }
    : { text, note: capitalisedNote, variant: 'text' };
}

function variantOf(value: RowValue): SummaryRow['variant'] {
  if ('multilineText' in value) return 'multilineText';
  if ('text' in value) return 'text';
  return 'ltr' in value || 'date' in value ? 'ltr' : 'siteText';
}
