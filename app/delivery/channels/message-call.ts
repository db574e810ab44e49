import type { Enquiry } from '#app/enquiries/enquiry.ts';
import { staffRows } from '#app/enquiries/enquiry-rows.server.ts';
import type { ApiFields } from '#app/enquiries/kinds/enquiry-kind.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { labelsIn } from '#app/enquiries/receipt/receipt-texts.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { rowText } from '#app/enquiries/row-text.ts';
import { formatFileSize } from '#app/i18n/format/file-size.ts';
import { companyLanguage, pageLanguage } from '#app/i18n/languages.ts';
import { isDiscType } from '#app/uploads/disc.ts';
import { contactFileLimits } from '#app/uploads/limits.ts';
import { docxType } from '#app/uploads/receive/docx-type.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';

/**
 * Returns the fields of the API call for a kind of enquiry that the API has no call for: a contact message (spec,
 * section 3) with all rows in German, the company's language.
 */
export function messageFields(enquiry: Enquiry): ApiFields {
  const { kind, fields, language } = enquiry;
  const labels = labelsIn(companyLanguage);
  const rows = staffRows(enquiry).map(
    ({ label, value }) => `${labels.row[label]}: ${rowText(value, companyLanguage, (choice) => labels.choice[choice])}`,
  );
  return [
    ['name', fields.name ?? ''],
    ['email', fields.email ?? ''],
    ['phone', fields.phone],
    ['message', [definitionOf(kind).label[companyLanguage], ...rows].join('\n')],
    ['language', pageLanguage(language)],
  ];
}

/** Path of the call for contact messages, relative to the API's URL. */
export const messagePath = '/contact';
const permittedTypes: readonly string[] = ['application/pdf', 'image/jpeg', docxType];

/** Returns the files that a contact message may include (spec, section 9). */
export function filesOfMessage(files: readonly StoredFile[]): StoredFile[] {
  return files
    .filter(({ type, size }) => size <= contactFileLimits.maxBytes && permittedTypes.includes(type))
    .slice(0, contactFileLimits.maxFiles);
}

/** Returns the files that a call for flights may include: images and PDF files (spec, section 9). */
export function filesOfFlightCall(files: readonly StoredFile[]): StoredFile[] {
  return files.filter(({ type }) => !isDiscType(type));
}

/**
 * Lists the files that a call leaves out and says how to get them, in English like the other fixed strings that we send
 * to the API.
 */
export function describeOmittedFiles(files: readonly StoredFile[], reference: string): string {
  const list = files.map(({ name, size }) => `${name} (${formatFileSize(size, 'en')})`).join(', ');
  return `Files that are only at the site’s desk, with request ${formatReference(reference)}: ${list}.`;
}
