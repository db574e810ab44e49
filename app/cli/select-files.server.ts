import type { EnquiryRecord, FileCheck } from '#app/enquiries/store/read-enquiry.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { missingFiles } from '#app/uploads/storage/missing-files.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';

/** The text for a file that is missing from the store, or truncated. */
export const missingText = 'missing from the store';

/** The text of a verdict, such as `infected (Win.Test.EICAR_HDB-1)`; empty for a file that does not need scanning. */
export function describeVerdict(check: FileCheck | undefined): string[] {
  if (!check || check.state === 'none') return [];
  const words = { waiting: 'not checked yet', clean: 'clean', infected: 'infected', unchecked: 'could not be checked' };
  return [words[check.state] + (check.finding === null ? '' : ` (${check.finding})`)];
}

/**
 * Separates an enquiry's files into those to copy and those to withhold, with the reason: infected and lost files are
 * always withheld.
 * @param includeUnchecked whether to copy files without a verdict
 */
export async function selectFiles({ enquiry, checks }: EnquiryRecord, store: FileStore, includeUnchecked: boolean) {
  const missing = await missingFiles(enquiry.attachments, store);
  const toCopy: StoredFile[] = [];
  const withheld: { name: string; reason: string }[] = [];
  for (const [index, file] of enquiry.attachments.entries()) {
    const check = checks[index];
    const isSafe = check?.state === 'none' || check?.state === 'clean';
    if (missing.has(file.storageKey)) withheld.push({ name: file.name, reason: missingText });
    else if (isSafe || (includeUnchecked && check?.state !== 'infected')) toCopy.push(file);
    else withheld.push({ name: file.name, reason: describeVerdict(check).join() });
  }
  return { toCopy: toCopy, withheld: withheld };
}
