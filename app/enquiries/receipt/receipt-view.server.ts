import { formatMoment } from '#app/i18n/format/dates.ts';
import { type FormLanguage, pageLanguage } from '#app/i18n/languages.ts';
import type { Choice } from '#app/i18n/texts/message.ts';
import { placeLines, type WrittenPlace } from '#app/places/place-text.ts';
import type { DeliveryState } from '../enquiry.ts';
import { enquiryRows } from '../enquiry-rows.server.ts';
import { enquiryKinds } from '../kinds/enquiry-kinds.server.ts';
import type { RowValue } from '../kinds/row.ts';
import { rowText } from '../row-text.ts';
import { type EnquiryRecord, overallState } from '../store/read-enquiry.server.ts';
import type { ReceiptLine, ReceiptView } from './receipt-view.ts';

/**
 * The view model of a receipt. Everything that depends on lists of places or on the runtime's Intl data is formatted here,
 * so that the browser needs neither.
 * @param formLanguage language of the form
 * @param choice translates a choice
 */
export function receiptView(
  { enquiry, messageNumbers, checks, parcels }: EnquiryRecord,
  formLanguage: FormLanguage,
  choice: (choice: Choice) => string,
): ReceiptView {
  const language = pageLanguage(formLanguage);
  const { name, phone, email } = enquiry.fields;
  const kind = enquiryKinds[enquiry.kind];
  const filesOf = (parcel: number) =>
    enquiry.attachments
      .map(({ name, size }, index) => ({ name, size, isStopped: checks[index]?.state === 'infected' }))
      .filter((_, index) => messageNumbers[index] === parcel);
  /** The state of an addition, including its late files; undefined if all its files are infected. */
  const stateOf = (parcel: number): DeliveryState | undefined => {
    const own = checks.filter((_, index) => messageNumbers[index] === parcel);
    if (own.length > 0 && own.every(({ state }) => state === 'infected')) return undefined;
    const numbers = [parcel, ...own.flatMap(({ followUp }) => (followUp === null ? [] : [followUp]))];
    // Number 0 stands for a message that does not exist yet.
    const states = numbers.map(
      (number) => parcels.find((later) => number > 0 && later.number === number)?.state ?? 'waiting',
    );
    return overallState(states);
  };
  return {
    reference: enquiry.reference,
    formLanguage,
    confirms: kind.receipt,
    hasDialog: kind.hasReceiptDialog,
    takes: kind.files,
    contact: { name, phone, email },
    lines: enquiryRows(enquiry).map(({ label, value }): ReceiptLine => ({
      label,
      ...('place' in value
        ? placeLine(value.place, formLanguage)
        : { text: rowText(value, language, choice), look: lookOf(value) }),
    })),
    files: filesOf(0),
    receivedAt: formatMoment(enquiry.receivedAt, formLanguage),
    state: overallState(parcels.map(({ state }) => state)),
    later: parcels
      .slice(1)
      // Late files are listed with the message that the visitor sent them in.
      .filter(({ number, purpose }) => purpose === 'correction' || messageNumbers.includes(number))
      .map(({ number, purpose, createdAt }) => ({
        isCorrection: purpose === 'correction',
        at: formatMoment(createdAt, formLanguage),
        files: filesOf(number),
        state: stateOf(number),
      })),
  };
}

/** The place as typed, and our interpretation. */
function placeLine(place: WrittenPlace, formLanguage: FormLanguage): Omit<ReceiptLine, 'label'> {
  const { words, note } = placeLines(place, formLanguage, 'family');
  const sentence = note && note.charAt(0).toUpperCase() + note.slice(1);
  return words === undefined ? { text: sentence ?? '', look: 'page' } : { text: words, note: sentence, look: 'words' };
}

function lookOf(value: RowValue): ReceiptLine['look'] {
  if ('lines' in value) return 'lines';
  if ('words' in value) return 'words';
  return 'latin' in value || 'date' in value ? 'latin' : 'page';
}
