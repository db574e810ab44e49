import { formatMoment } from '#app/i18n/dates.ts';
import type { Wording } from '#app/i18n/languages.ts';
import type { Choice } from '#app/i18n/message.ts';
import { isFlight } from '../enquiry.ts';
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
  { enquiry, parcelOf, parcels }: EnquiryRecord,
  wording: Wording,
  choice: (choice: Choice) => string,
): ReceiptView {
  const language = wording === 'ru' ? 'en' : wording;
  const { name, phone, email } = enquiry.fields;
  const filesOf = (parcel: number) =>
    enquiry.attachments.filter((_, index) => parcelOf[index] === parcel).map(({ name, size }) => ({ name, size }));
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
    later: parcels.slice(1).map(({ number, purpose, createdAt, state }) => ({
      isCorrection: purpose === 'correction',
      at: formatMoment(createdAt, wording),
      files: filesOf(number),
      state,
    })),
  };
}

function lookOf(value: RowValue): ReceiptLine['look'] {
  if ('lines' in value) return 'lines';
  if ('words' in value) return 'words';
  return 'latin' in value || 'date' in value ? 'latin' : 'page';
}
