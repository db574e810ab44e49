import type { FormLanguage } from '#app/i18n/languages.ts';
import type { RowLabel } from '#app/i18n/texts/message.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import type { DeliveryState } from '../enquiry.ts';

/** The flash messages of a receipt. */
export const receiptNews = ['sent', 'sent_without_files', 'documents', 'details'] as const;
export type ReceiptFlashMessage = (typeof receiptNews)[number];

/** A formatted line of a receipt. */
export interface ReceiptLine {
  label: RowLabel;
  text: string;
  /** Our interpretation, in the page's language. */
  note?: string;
  /** Typed in one line or several; left-to-right; or in the page's language. */
  look: 'words' | 'lines' | 'latin' | 'page';
}

interface SentFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Infected, so it is never delivered to the desk. */
  isStopped: boolean;
}

/** The view model of a receipt. Times are formatted, in German time. */
export interface ReceiptView {
  reference: string;
  /** Language of the submitted form. */
  formLanguage: FormLanguage;
  /** What was requested: a flight, an ambulance or an escort; an answer to a message; or another service. */
  confirms: 'flight' | 'message' | 'service';
  /** Whether to show the notification dialog; not for urgent requests, where nothing should be in the way. */
  hasDialog: boolean;
  /** Which files may be added. */
  takes: FileLimits['types'];
  /** The contact details. */
  contact: { name: string; phone: string; email: string };
  lines: ReceiptLine[];
  files: SentFile[];
  receivedAt: string;
  /** The combined state. */
  state: DeliveryState;
  /** Later additions, in order. No state if none of its files will be delivered. */
  later: { isCorrection: boolean; at: string; files: SentFile[]; state?: DeliveryState }[];
}
