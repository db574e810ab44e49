import type { ContactDetails } from '#app/enquiries/contact-details/contact-details.ts';
import type { OutboxMessage } from '#app/enquiries/enquiry.ts';
import { staffRows } from '#app/enquiries/enquiry-rows.server.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import type { RowValue } from '#app/enquiries/kinds/row.ts';
import { labelsIn } from '#app/enquiries/receipt/receipt-texts.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { rowText } from '#app/enquiries/row-text.ts';
import { urgencyOf } from '#app/enquiries/urgency.ts';
import { formatFileSize } from '#app/i18n/format/file-size.ts';
import { chatHref, internationalNumber, phoneHref } from '#app/i18n/input/phone-number.ts';
import { companyLanguage, fallbackLanguage, languages, type StaffLanguage } from '#app/i18n/languages.ts';
import type { RowLabel } from '#app/i18n/texts/message.ts';
import { mailableAddress } from '#app/outbound/mailable-address.server.ts';
import { placeLines } from '#app/places/place-text.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { AttachmentState } from './attachment-state.ts';
import { type MailTexts, mailTexts } from './mail-texts.ts';

/** The content of an email, independent of its format. */
export interface MailContent {
  /** First in German for staff, then in the form language. */
  parts: MailPart[];
}

/** The content of an email in one language. */
export interface MailPart {
  /** Language tag (BCP 47). */
  language: StaffLanguage;
  dir: 'ltr' | 'rtl';
  opening: string;
  /** The reasons for urgency, if any. */
  urgent?: MailLine;
  facts: MailLine[];
  /** Links to contact the sender. */
  links: MailLink[];
  /** The summary rows. */
  rows: MailLine[];
  files?: { label: string; list: MailLine[]; count: number };
  /** Notes for staff only; a reply must not quote them. */
  internal: MailLine[];
}

/** A line of an email. Text typed by a visitor is isolated: it has its own direction and cannot imitate our lines. */
export interface MailLine {
  label?: string;
  value: MailValue;
}

/** The value of a line. */
export type MailValue =
  /** The site's own text. */
  | { siteText: string }
  /** Typed or chosen by the visitor, in either direction. */
  | { typed: string }
  /** Left-to-right text, from the visitor or the site. */
  | { ltr: string }
  /** Several lines typed by the visitor. */
  | { lines: string[] }
  /** A place as typed, and the site's interpretation of it. */
  | { place: { text?: string; note?: string } }
  /** A command to run on the site's server. */
  | { command: string }
  | { file: string; size: string; note?: string; finding?: string };

/** A link to contact the sender. */
interface MailLink {
  label: string;
  /** The displayed number or address. */
  text: string;
  href: string;
}

/** Builds the email for an outbox message. @param attachmentStates the state of each of its attachments, in order */
export function buildMailContent(
  outboxMessage: OutboxMessage,
  attachmentStates: readonly AttachmentState[],
): MailContent {
  const partIn = (language: StaffLanguage) =>
    outboxMessage.purpose === 'erasure'
      ? erasurePart(outboxMessage, language)
      : enquiryPart(outboxMessage, attachmentStates, language);
  // The language of an erased enquiry is no longer known.
  const language = outboxMessage.purpose === 'erasure' ? fallbackLanguage : outboxMessage.enquiry.language;
  return { parts: [partIn(companyLanguage), partIn(language)] };
}

function languageAttributes(language: StaffLanguage) {
  return { language, dir: languages[language].dir };
}

function erasurePart({ reference, kind }: OutboxMessage & { purpose: 'erasure' }, language: StaffLanguage): MailPart {
  const texts = mailTexts[language];
  return {
    ...languageAttributes(language),
    opening: texts.opening.erasure,
    facts: [
      { label: texts.reference, value: { ltr: formatReference(reference) } },
      { label: texts.kindLabel, value: { siteText: definitionOf(kind).label[language] } },
    ],
    links: [],
    rows: [],
    internal: [],
  };
}

function enquiryPart(
  outboxMessage: Exclude<OutboxMessage, { purpose: 'erasure' }>,
  attachmentStates: readonly AttachmentState[],
  language: StaffLanguage,
): MailPart {
  const { purpose, enquiry, withheld = { files: [], pendingCount: 0 } } = outboxMessage;
  const texts = mailTexts[language];
  const { kind, fields, attachments } = enquiry;
  const reference = formatReference(enquiry.reference);
  const { reasons } = urgencyOf(enquiry, enquiry.receivedAt);
  const receivedAt = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(enquiry.receivedAt);
  const rowFormatter = createRowFormatter(language);
  const copyCommand = `npm run enquiries -- files ${reference} ${reference}`;
  const fileLine = ({ name, size }: StoredFile, note?: string, finding?: string): MailLine => ({
    value: { file: sanitise(name), size: formatFileSize(size, 'en'), note, finding },
  });
  return {
    ...languageAttributes(language),
    opening: texts.opening[purpose],
    ...(reasons.length > 0 && {
      urgent: {
        label: texts.urgent,
        value: { siteText: reasons.map((reason) => texts.reason[reason]).join(languages[language].comma) },
      },
    }),
    facts: [
      { label: texts.reference, value: { ltr: reference } },
      { label: texts.kindLabel, value: { siteText: definitionOf(kind).label[language] } },
      { label: texts.received, value: { siteText: `${receivedAt} (${texts.germanTime})` } },
      ...(internationalNumber(fields.phone) === undefined ? [{ value: { siteText: texts.noCountryCode } }] : []),
      ...(fields.email !== undefined && mailableAddress(fields.email) === undefined
        ? [{ value: { siteText: texts.notMailable } }]
        : []),
    ],
    links: contactLinks(fields, texts),
    rows: [
      ...(outboxMessage.purpose === 'answer'
        ? [{ label: texts.answer, value: rowFormatter.value({ multilineText: outboxMessage.text }) }]
        : []),
      ...staffRows(enquiry).map(({ label, value }) => ({
        label: rowFormatter.label(label),
        value: rowFormatter.value(value),
      })),
    ],
    files: {
      label: texts.files,
      count: attachments.length + withheld.files.length,
      list: [
        ...attachments.map((file, index) => {
          const state = attachmentStates[index] ?? 'attached';
          return fileLine(file, state === 'attached' ? undefined : texts.notAttached[state]);
        }),
        ...withheld.files.map((file) => fileLine(file, texts.withheld[file.verdict], file.finding)),
      ],
    },
    internal: [
      { label: texts.language, value: { siteText: texts.languageName[enquiry.language] } },
      ...(enquiry.mayBeAutomated ? [{ value: { siteText: texts.mayBeAutomated } }] : []),
      ...(enquiry.duplicateOf === undefined
        ? []
        : [{ label: texts.duplicateOf, value: { ltr: formatReference(enquiry.duplicateOf) } }]),
      ...(withheld.pendingCount > 0
        ? [{ label: texts.following, value: { siteText: String(withheld.pendingCount) } }]
        : []),
      ...(attachmentStates.some((state) => state !== 'attached')
        ? [{ label: texts.fetchFiles, value: { command: copyCommand } }]
        : []),
      ...(withheld.files.some(({ verdict }) => verdict === 'unchecked')
        ? [{ label: texts.fetchUnchecked, value: { command: `${copyCommand} --unchecked` } }]
        : []),
    ],
  };
}

/** Returns links to contact the sender; those that call or open WhatsApp only if the number has a country code. */
function contactLinks({ phone, email }: ContactDetails, texts: MailTexts): MailLink[] {
  const text = sanitise(phone);
  const links = [
    { label: texts.call, text, href: phoneHref(phone) },
    { label: texts.chat, text, href: chatHref(phone) },
  ];
  const address = email === undefined ? undefined : mailableAddress(email);
  return [
    ...links.flatMap(({ href, ...link }) => (href === undefined ? [] : [{ ...link, href }])),
    ...(email !== undefined && address !== undefined
      ? [{ label: texts.write, text: sanitise(email), href: `mailto:${address}` }]
      : []),
  ];
}

/** Labels and formatted values of summary rows. */
interface RowFormatter {
  label(label: RowLabel): string;
  value(value: RowValue): MailValue;
}

function createRowFormatter(language: StaffLanguage): RowFormatter {
  const texts = labelsIn(language);
  return {
    label: (label) => texts.row[label],
    value: (value) => {
      if ('place' in value) {
        const { text, note } = placeLines(value.place, language);
        return { place: { text: text === undefined ? undefined : sanitise(text), note } };
      }
      const text = rowText(value, language, (choice) => texts.choice[choice]);
      if ('ltr' in value) return { ltr: sanitise(text) };
      if (!('multilineText' in value)) return { typed: sanitise(text) };
      return { lines: text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map(sanitise) };
    },
  };
}

/** Removes bidi control characters and line separators from visitor input, and replaces control characters with spaces. */
function sanitise(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069\u2028\u2029]/g, '').replace(/\p{Cc}/gu, ' ');
}
