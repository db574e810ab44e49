import type { OutboxMessage } from '#app/enquiries/enquiry.ts';
import { enquiryRows } from '#app/enquiries/enquiry-rows.server.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import type { RowValue } from '#app/enquiries/kinds/row.ts';
import { labelTexts } from '#app/enquiries/receipt/receipt-texts.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { rowText } from '#app/enquiries/row-text.ts';
import { urgencyOf } from '#app/enquiries/urgency.ts';
import { formatFileSize } from '#app/i18n/format/file-size.ts';
import { companyLanguage, fallbackLanguage, languages, type StaffLanguage } from '#app/i18n/languages.ts';
import type { RowLabel } from '#app/i18n/texts/message.ts';
import { placeLines } from '#app/places/place-text.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { AttachmentState } from './attachment-state.ts';
import { type MailTexts, mailTexts } from './mail-texts.ts';
import { mailableAddress } from './mailable-address.ts';

/** The content of a mail, independent of its format. */
export interface MailContent {
  /** First in German for the staff, then in the language of the form. */
  parts: MailPart[];
}

/** The content of a mail in one language. */
export interface MailPart {
  /** BCP 47. */
  language: StaffLanguage;
  dir: 'ltr' | 'rtl';
  opening: string;
  /** Why it is urgent. */
  urgent?: MailLine;
  facts: MailLine[];
  /** Ways to contact the sender. */
  links: MailLink[];
  /** The summary rows. */
  rows: MailLine[];
  files?: { label: string; list: MailLine[]; count: number };
  /** For staff only; must not be quoted in a reply. */
  internal: MailLine[];
}

/** A line of a mail. Text typed by a visitor has its own direction, and cannot imitate one of our lines. */
export interface MailLine {
  label?: string;
  value: MailValue;
}

/** The value of a line. */
export type MailValue =
  /** Our own text. */
  | { own: string }
  /** Typed or chosen, of any direction. */
  | { typed: string }
  /** Typed or ours, left-to-right. */
  | { latin: string }
  /** Typed, several lines. */
  | { lines: string[] }
  /** A place as typed, and our interpretation. */
  | { place: { words?: string; note?: string } }
  /** A command to run on the site's machine. */
  | { command: string }
  | { file: string; size: string; note?: string; finding?: string };

/** A link to contact the sender. */
interface MailLink {
  label: string;
  /** The visible number or address. */
  shown: string;
  href: string;
}

/** The mail for an outbox message. @param attachmentStates for each attachment of the message, whether it is attached to the mail */
export function mailContent(outboxMessage: OutboxMessage, attachmentStates: readonly AttachmentState[]): MailContent {
  const part = (language: StaffLanguage) =>
    outboxMessage.purpose === 'erasure'
      ? erasurePart(outboxMessage, language)
      : enquiryPart(outboxMessage, attachmentStates, language);
  // The language of an erased enquiry is not known any more.
  const language = outboxMessage.purpose === 'erasure' ? fallbackLanguage : outboxMessage.enquiry.language;
  return { parts: [part(companyLanguage), part(language)] };
}

function frame(language: StaffLanguage) {
  return { language, dir: languages[language].dir };
}

function erasurePart({ reference, kind }: OutboxMessage & { purpose: 'erasure' }, language: StaffLanguage): MailPart {
  const words = mailTexts[language];
  return {
    ...frame(language),
    opening: words.opening.erasure,
    facts: [
      { label: words.reference, value: { latin: formatReference(reference) } },
      { label: words.kindLabel, value: { own: definitionOf(kind).label[language] } },
    ],
    links: [],
    rows: [],
    internal: [],
  };
}

function enquiryPart(
  { purpose, enquiry, withheld = { files: [], following: 0 } }: Exclude<OutboxMessage, { purpose: 'erasure' }>,
  attachmentStates: readonly AttachmentState[],
  language: StaffLanguage,
): MailPart {
  const words = mailTexts[language];
  const { kind, fields, attachments } = enquiry;
  const reference = formatReference(enquiry.reference);
  const { reasons } = urgencyOf(enquiry, enquiry.receivedAt);
  const received = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(enquiry.receivedAt);
  const labels = labelsIn(language);
  const copying = `npm run enquiries -- files ${reference} ${reference}`;
  const fileLine = ({ name, size }: StoredFile, note?: string, finding?: string): MailLine => ({
    value: { file: typed(name), size: formatFileSize(size, 'en'), note, finding },
  });
  return {
    ...frame(language),
    opening: words.opening[purpose],
    ...(reasons.length > 0 && {
      urgent: {
        label: words.urgent,
        value: { own: reasons.map((reason) => words.reason[reason]).join(languages[language].comma) },
      },
    }),
    facts: [
      { label: words.reference, value: { latin: reference } },
      { label: words.kindLabel, value: { own: definitionOf(kind).label[language] } },
      { label: words.received, value: { own: `${received} (${words.germanTime})` } },
    ],
    links: linksTo(fields, words),
    rows: enquiryRows(enquiry).map(({ label, value }) => ({ label: labels.row(label), value: labels.value(value) })),
    files: {
      label: words.files,
      count: attachments.length + withheld.files.length,
      list: [
        ...attachments.map((file, index) => {
          const way = attachmentStates[index] ?? 'along';
          return fileLine(file, way === 'along' ? undefined : words.notAttached[way]);
        }),
        ...withheld.files.map((file) => fileLine(file, words.withheld[file.verdict], file.finding)),
      ],
    },
    internal: [
      { label: words.language, value: { own: words.languageName[enquiry.language] } },
      ...(enquiry.mayBeAutomated ? [{ value: { own: words.mayBeAutomated } }] : []),
      ...(enquiry.duplicateOf === undefined
        ? []
        : [{ label: words.alike, value: { latin: formatReference(enquiry.duplicateOf) } }]),
      ...(withheld.following > 0 ? [{ label: words.following, value: { own: String(withheld.following) } }] : []),
      ...(attachmentStates.some((way) => way !== 'along')
        ? [{ label: words.fetchFiles, value: { command: copying } }]
        : []),
      ...(withheld.files.some(({ verdict }) => verdict === 'unchecked')
        ? [{ label: words.fetchUnchecked, value: { command: `${copying} --unchecked` } }]
        : []),
    ],
  };
}

/** Links to contact the sender; includes WhatsApp if the number has a country code. */
function linksTo({ phone, email }: { phone: string; email: string }, words: MailTexts): MailLink[] {
  const number = typed(phone);
  const international = /^(?:\+|00)([1-9][0-9]{6,14})$/.exec(number)?.[1];
  const address = mailableAddress(email);
  return [
    { label: words.call, shown: number, href: `tel:${number}` },
    ...(international
      ? [{ label: words.chat, shown: `+${international}`, href: `https://wa.me/${international}` }]
      : []),
    ...(address ? [{ label: words.write, shown: address, href: `mailto:${address}` }] : []),
  ];
}

interface Labels {
  row(label: RowLabel): string;
  value(value: RowValue): MailValue;
}

function labelsIn(language: StaffLanguage): Labels {
  const texts = labelTexts(language);
  return {
    row: (label) => texts.row[label],
    value: (value) => {
      if ('place' in value) {
        const { words, note } = placeLines(value.place, language);
        return { place: { words: words === undefined ? undefined : typed(words), note } };
      }
      const text = rowText(value, language, (choice) => texts.choice[choice]);
      if ('latin' in value) return { latin: typed(text) };
      if (!('lines' in value)) return { typed: typed(text) };
      return { lines: text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map(typed) };
    },
  };
}

/** Typed text without direction marks, line separators and control characters. */
function typed(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069\u2028\u2029]/g, '').replace(/\p{Cc}/gu, ' ');
}
