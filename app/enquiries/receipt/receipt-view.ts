import type { Wording } from '#app/i18n/languages.ts';
import type { RowLabel } from '#app/i18n/message.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import type { DeliveryState } from '../enquiry.ts';

/** What a receipt says once, on its first showing after something was sent. */
export const receiptNews = ['sent', 'documents', 'details'] as const;
export type ReceiptNews = (typeof receiptNews)[number];

/** A line of a receipt, put into words. */
export interface ReceiptLine {
  label: RowLabel;
  text: string;
  /** Typed by the visitor, in one line or several; of Latin letters and digits; or in the page's language. */
  look: 'words' | 'lines' | 'latin' | 'page';
}

interface SentFile {
  name: string;
  /** Bytes. */
  size: number;
  /** The virus check found something in it: the desk has not got it and will not. */
  isStopped: boolean;
}

/** What a receipt shows. Moments are in words, in German time. */
export interface ReceiptView {
  reference: string;
  /** The page's language; Russian for a form that was sent in Russian. */
  wording: Wording;
  /** A flight, an ambulance or an escort was asked for. */
  isFlight: boolean;
  isMessage: boolean;
  /** Its arrival is told in a dialog; that of an urgent request is not, so that nothing stands in the way. */
  hasDialog: boolean;
  /** Which files may follow. */
  takes: FileLimits['types'];
  /** How the sender is reached. */
  contact: { name: string; phone: string; email: string };
  lines: ReceiptLine[];
  files: SentFile[];
  receivedAt: string;
  /** Of everything together. */
  state: DeliveryState;
  /** What was added since, in order. Without a state where none of its files is for the desk. */
  later: { isCorrection: boolean; at: string; files: SentFile[]; state?: DeliveryState }[];
}
