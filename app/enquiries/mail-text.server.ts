import { formatFileSize } from '#app/i18n/file-size.ts';
import { formatIsoDate } from '#app/i18n/dates.ts';
import { isolate, isolateLtr } from '#app/i18n/bidi.ts';
import type { Wording } from '#app/i18n/languages.ts';
import type { Choice, RowLabel } from '#app/i18n/message.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import { pageLanguageOf, type Enquiry, type Parcel } from './enquiry.ts';
import { enquiryRows, type Row, type RowValue } from './enquiry-rows.ts';
import { germanChoices, germanRowLabels } from './german-labels.ts';
import { mailWords, type MailWords } from './mail-words.ts';
import { mailableAddress } from './mailable-address.ts';
import { receiptTexts } from './receipt-texts.server.ts';
import { formatReference } from './reference.ts';
import { rowText } from './row-text.ts';

/** `4KQ7-M01Z · رحلة طبية / Medizinischer Flug`, and behind it what has come later. Holds nothing a visitor typed. */
export function mailSubject(parcel: Parcel): string {
  const { reference, kind } = parcel.purpose === 'erasure' ? parcel : parcel.enquiry;
  const words = mailWords[languageOf(parcel)];
  const parts = [formatReference(reference), `${words.kind[kind]} / ${mailWords.de.kind[kind]}`];
  if (parcel.purpose !== 'enquiry') {
    parts.push(`${mailWords.de.purpose[parcel.purpose]} / ${words.purpose[parcel.purpose]}`);
  }
  return parts.join(' · ');
}

/**
 * The mail's plain text: in German for the company's people, then in the language of whoever wrote it. What a visitor
 * typed is isolated (UAX 9), so that a line of both directions reads right; typed lines are quoted, so that none of
 * them can pass for one of ours.
 * @param isAttached for each attachment of the parcel, whether it travels along
 */
export function mailText(parcel: Parcel, isAttached: readonly boolean[]): string {
  const inLanguage = (language: Wording | 'de') =>
    parcel.purpose === 'erasure'
      ? erasureText(parcel, mailWords[language])
      : enquiryText(parcel, isAttached, mailWords[language], labelsIn(language, parcel.enquiry));
  return `${inLanguage('de')}\n\n${'─'.repeat(40)}\n\n${inLanguage(languageOf(parcel))}\n`;
}

/** Of an erased enquiry nobody knows any more which language it was written in. */
function languageOf(parcel: Parcel): Wording {
  return parcel.purpose === 'erasure' ? 'en' : parcel.enquiry.language;
}

interface Labels {
  row(label: RowLabel): string;
  value(value: RowValue): string;
}

function labelsIn(language: Wording | 'de', enquiry: Enquiry): Labels {
  if (language === 'de') {
    return {
      row: (label) => germanRowLabels[label],
      value: (value) =>
        'date' in value
          ? formatIsoDate(value.date).replace(/\//g, '.')
          : rowText(value, 'en', (choice) => germanChoices[choice]),
    };
  }
  const texts = receiptTexts(language);
  return {
    row: (label) => texts.row[label],
    value: (value) => rowText(value, pageLanguageOf(enquiry), (choice: Choice) => texts.choice[choice]),
  };
}

function erasureText({ reference, kind }: Parcel & { purpose: 'erasure' }, words: MailWords): string {
  return [
    words.opening.erasure,
    '',
    line(words.reference, formatReference(reference)),
    line(words.kindLabel, words.kind[kind]),
  ].join('\n');
}

function enquiryText(
  { purpose, enquiry, heldBack = { files: [], following: 0 } }: Exclude<Parcel, { purpose: 'erasure' }>,
  isAttached: readonly boolean[],
  words: MailWords,
  labels: Labels,
): string {
  const { kind, fields, attachments } = enquiry;
  const reference = formatReference(enquiry.reference);
  const received = new Intl.DateTimeFormat(words.locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(enquiry.receivedAt);
  const mailto = mailableAddress(fields.email);
  const copying = `npm run enquiries -- files ${reference} ${reference}`;
  const told = ({ name, size }: StoredFile, index: number) =>
    `${index + 1}. ${isolate(typed(name))} (${isolateLtr(formatFileSize(size, 'en'))})`;
  return [
    words.opening[purpose],
    ...(enquiry.mayBeAutomated ? [words.mayBeAutomated] : []),
    '',
    line(words.reference, isolateLtr(reference)),
    line(words.kindLabel, words.kind[kind]),
    line(words.received, `${received} (${words.germanTime})`),
    line(words.language, words.languageName[enquiry.language]),
    line(
      words.answer,
      isolateLtr([`tel:${typed(fields.phone)}`, mailto && `mailto:${mailto}`].filter(Boolean).join('  ')),
    ),
    '',
    ...enquiryRows(enquiry).map((row) => rowLines(row, labels)),
    '',
    line(words.files, String(attachments.length + heldBack.files.length)),
    ...attachments.map((file, index) =>
      isAttached[index] ? told(file, index) : `${told(file, index)}: ${words.notAttached}`,
    ),
    ...heldBack.files.map(
      (file, index) =>
        `${told(file, attachments.length + index)}: ${words.heldBack[file.verdict]} (${isolateLtr(file.finding)})`,
    ),
    ...(heldBack.following > 0 ? [line(words.following, String(heldBack.following))] : []),
    ...(attachments.length > isAttached.filter(Boolean).length ? [line(words.fetchFiles, isolateLtr(copying))] : []),
    ...(heldBack.files.some(({ verdict }) => verdict === 'unchecked')
      ? [line(words.fetchUnchecked, isolateLtr(`${copying} --unchecked`))]
      : []),
  ].join('\n');
}

function rowLines({ label, value }: Row, labels: Labels): string {
  const text = labels.value(value);
  if (!('lines' in value)) return line(labels.row(label), ('latin' in value ? isolateLtr : isolate)(typed(text)));
  const quoted = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((single) => `> ${isolate(typed(single))}`);
  return [`${labels.row(label)}:`, ...quoted].join('\n');
}

function line(label: string, value: string): string {
  return `${label}: ${value}`;
}

/** Typed words without what would end their isolation, begin a line, or be no character at all. */
function typed(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069\u2028\u2029]/g, '').replace(/\p{Cc}/gu, ' ');
}
