import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import type { EnquiryRecord, FileCheck } from '../read-enquiry.server.ts';

/** `infected (Win.Test.EICAR_HDB-1)`; nothing for a file that no scanner was asked about. */
export function verdictInWords(check: FileCheck | undefined): string[] {
  if (!check || check.state === 'none') return [];
  const words = { waiting: 'not checked yet', clean: 'clean', infected: 'infected', unchecked: 'could not be checked' };
  return [words[check.state] + (check.finding === null ? '' : ` (${check.finding})`)];
}

/**
 * Which of an enquiry's files are copied, and which are not and why: never an infected one.
 * @param alsoUnchecked copies those without a verdict too
 */
export function sortOut({ enquiry, checks }: EnquiryRecord, alsoUnchecked: boolean) {
  const copied: StoredFile[] = [];
  const keptBack: { name: string; why: string }[] = [];
  for (const [index, file] of enquiry.attachments.entries()) {
    const check = checks[index];
    const isGood = check?.state === 'none' || check?.state === 'clean';
    if (isGood || (alsoUnchecked && check?.state !== 'infected')) copied.push(file);
    else keptBack.push({ name: file.name, why: verdictInWords(check).join() });
  }
  return { copied, keptBack };
}
