import type { RowLabel } from '#app/i18n/texts/message.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import type { ContactDetails, OptionalDetail } from '../contact-details/contact-details.ts';
import type { ListPage } from '../correspondence/list-page.ts';
import type { DeliveryState } from '../enquiry.ts';
import type { BookingType, ReceiptType } from '../kinds/enquiry-kind.ts';
import type { ProgressState } from '../progress/progress.ts';

/** The flash messages that a receipt can show. */
export const receiptFlashMessages = [
  ...(['sent', 'sent_without_files', 'documents', 'answer', 'details', 'mail_saved', 'links_withdrawn'] as const),
] as const;
export type ReceiptFlashMessage = (typeof receiptFlashMessages)[number];

/** A formatted row of the receipt's summary. */
export interface SummaryRow {
  label: RowLabel;
  text: string;
  /** Our interpretation of the text, in the page's language. */
  note?: string;
  /**
   * How to show the text: `text` and `multilineText` are the visitor's words, `ltr` is left-to-right, and `siteText` is
   * the site's text.
   */
  variant: 'text' | 'multilineText' | 'ltr' | 'siteText';
}

interface SentFile {
  name: string;
  /** Size in bytes. */
  size: number;
  /** Whether the file is infected and therefore never delivered to the desk. */
  isInfected: boolean;
}

/** What a family has added to its enquiry. */
interface Addition {
  isCorrection: boolean;
  at: string;
  text?: string;
  files: SentFile[];
  /** Undefined if all files are infected. */
  state?: DeliveryState;
}

/** What the company has written and sent at once. */
export interface Message {
  at: string;
  text?: string;
  /** `number` is that of the file in its URL. */
  files: { number: number; name: string; size: number }[];
}

/** The lists of a receipt that have pages. The number of a list's page is in the query parameter of this name. */
export type PagedList = 'later' | 'messages';

/** Returns the type of a receipt that confirms a request for a hotel or a driver; undefined for any other. */
export function bookingType({ receiptType }: ReceiptView): BookingType | undefined {
  return receiptType === 'hotel' || receiptType === 'chauffeur' ? receiptType : undefined;
}

/** The view model of a receipt. Times are formatted in German time. */
export interface ReceiptView {
  reference: string;
  receiptType: ReceiptType;
  /** Whether to show the notification dialog. False for kinds where nothing should obscure the page. */
  hasDialog: boolean;
  /** How soon the company replies, in words; undefined if it does not say. */
  replyTime?: string | undefined;
  /** Which files may be added. */
  limits: FileLimits;
  /** The current contact details. */
  contact: ContactDetails;
  /** The contact details that the family may leave out. */
  optionalDetails: readonly OptionalDetail[];
  rows: SummaryRow[];
  files: SentFile[];
  receivedAt: string;
  /** What has happened since the enquiry arrived, and its newest state; undefined if nothing has happened. */
  progress?: { state: ProgressState; events: { state: ProgressState; at: string }[] };
  /** The combined delivery state of the enquiry and its additions. */
  state: DeliveryState;
  /** Later documents, answers and corrections: a page of them, in order. */
  additions: ListPage<Addition>;
  /** The newest of what the company has written and sent; undefined if there is nothing. */
  latestMessage?: Message;
  /** What the company has written and sent before that: a page of it, newest first. */
  earlierMessages: ListPage<Message>;
  /** Whether the family has given an address to which email can be sent. */
  canBeMailed: boolean;
  /** Whether the family gets emails; undefined if the site cannot send any, or not to this family. */
  wantsMail?: boolean;
  /** Whether there are sent links that can be revoked. */
  hasSentLinks: boolean;
  /** Whether this page was opened by a sent link. It then cannot change contact details. */
  isFromSentLink: boolean;
}
