import { formatMoment } from '#app/i18n/dates.ts';
import type { Wording } from '#app/i18n/languages.ts';
import type { Choice } from '#app/i18n/message.ts';
import { isFlight, type DeliveryState } from '../enquiry.ts';
import { enquiryRows, type RowValue } from '../enquiry-rows.ts';
import { overallState, type EnquiryRecord } from '../read-enquiry.server.ts';
import { rowText } from '../row-text.ts';
import type { ReceiptLine, ReceiptView } from './receipt-view.ts';

/**
 * What a receipt shows of an enquiry. Everything that depends on lists or on the runtime's idea of a language is made
 * here, so that the browser's script needs neither.
 * @param wording the page's language, or Russian
 * @param choice puts a chosen answer into words
 */
export function receiptView(
  { enquiry, parcelOf, checks, parcels }: EnquiryRecord,
  wording: Wording,
  choice: (choice: Choice) => string,
): ReceiptView {
  const language = wording === 'ru' ? 'en' : wording;
  const { name, phone, email } = enquiry.fields;
  const filesOf = (parcel: number) =>
    enquiry.attachments
      .map(({ name, size }, index) => ({ name, size, isStopped: checks[index]?.state === 'infected' }))
      .filter((_, index) => parcelOf[index] === parcel);
  /** What became of an addition: of itself, and of those of its files that follow it. */
  const stateOf = (parcel: number): DeliveryState | undefined => {
    const own = checks.filter((_, index) => parcelOf[index] === parcel);
    if (own.length > 0 && own.every(({ state }) => state === 'infected')) return undefined;
    const numbers = [parcel, ...own.flatMap(({ followUp }) => (followUp === null ? [] : [followUp]))];
    // Number 0 stands for a parcel that is not there yet.
    const states = numbers.map(
      (number) => parcels.find((later) => number > 0 && later.number === number)?.state ?? 'waiting',
    );
    return overallState(states);
  };
  return {
    reference: enquiry.reference,
    wording,
    isFlight: isFlight(enquiry.kind),
    isMessage: enquiry.kind === 'contact',
    hasDialog: enquiry.kind !== 'evacuation',
    takes: isFlight(enquiry.kind) ? 'medical' : 'letter',
    contact: { name, phone, email },
    lines: enquiryRows(enquiry).map(({ label, value }): ReceiptLine => ({
      label,
      text: rowText(value, language, choice),
      look: lookOf(value),
    })),
    files: filesOf(0),
    receivedAt: formatMoment(enquiry.receivedAt, wording),
    state: overallState(parcels.map(({ state }) => state)),
    later: parcels
      .slice(1)
      // What the site itself sent on later is listed where the visitor sent it.
      .filter(({ number, purpose }) => purpose === 'correction' || parcelOf.includes(number))
      .map(({ number, purpose, createdAt }) => ({
        isCorrection: purpose === 'correction',
        at: formatMoment(createdAt, wording),
        files: filesOf(number),
        state: stateOf(number),
      })),
  };
}

function lookOf(value: RowValue): ReceiptLine['look'] {
  if ('lines' in value) return 'lines';
  if ('words' in value) return 'words';
  return 'latin' in value || 'date' in value ? 'latin' : 'page';
}
