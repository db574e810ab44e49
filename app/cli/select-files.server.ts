import type { EnquiryRecord, FileCheck } from '#app/enquiries/store/read-enquiry.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { findSizeMismatches } from '#app/uploads/storage/size-mismatches.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';

/** Describes a file that is missing from the store or truncated. */
export const missingFileText = 'missing from the store';

/** Describes a verdict, such as `infected (Win.Test.EICAR_HDB-1)`; empty for a file that is not checked. */
export function describeVerdict(check: FileCheck | undefined): string[] {
  if (!check || check.state === 'none') return [];
  const texts = { waiting: 'not checked yet', clean: 'clean', infected: 'infected', unchecked: 'could not be checked' };
  return [texts[check.state] + (check.finding === null ? '' : ` (${check.finding})`)];
}

/**
 * Separates an enquiry's files into those to copy and those to withhold, with the reason. Always withholds infected and
 * missing files.
 * @param includeUnchecked whether to copy files without a verdict
 */
export async function selectFiles({ enquiry, checks }: EnquiryRecord, store: FileStore, includeUnchecked: boolean) {
  const mismatches = await findSizeMismatches(enquiry.attachments, store);
  const toCopy: StoredFile[] = [];
  const withheld: { name: string; reason: string }[] = [];
  for (const [index, file] of enquiry.attachments.entries()) {
    const check = checks[index];
    const isSafe = check?.state === 'none' || check?.state === 'clean';
    if (mismatches.has(file.storageKey)) withheld.push({ name: file.name, reason: missingFileText });
    else if (isSafe || (includeUnchecked && check?.state !== 'infected')) toCopy.push(file);
    else withheld.push({ name: file.name, reason: describeVerdict(check).join() });
  }
  return { toCopy, withheld };
}
