import { streamSafe } from '#app/i18n/input/stream-safe.ts';

/** Maximum length in characters. */
const maxLength = 180;
/** How much of the start and the end is kept if a name is longer than any file system allows (UTF-16 code units). */
const processedStart = 1_000;
const processedEnd = 20;

// Control characters, and direction marks that make "fdp.exe" display as "exe.pdf".
const unprintable = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * Sanitises the name of an uploaded file for display, storage and delivery: no folders, no invisible characters, and at
 * most 180 characters including the extension. Arabic and punctuation are unchanged.
 *
 * @param rawName the `filename` of a multipart part. Browsers write `"`, CR and LF in it as %22, %0D and %0A
 *   (HTML standard, "multipart/form-data encoding algorithm") and escape nothing else.
 * @returns `file` if nothing remains of the name
 */
export function cleanFileName(rawName: string): string {
  const decoded = withoutMiddle(rawName.replace(/^.*[\\/]/s, '')).replace(/%(22|0D|0A)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const name = streamSafe(decoded.replace(unprintable, '')).normalize('NFC').trim();
  if (name === '' || /^\.+$/.test(name)) return 'file';
  const characters = Array.from(name);
  if (characters.length <= maxLength) return name;
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, maxLength - extension.length).join('') + extension;
}

/**
 * Returns files with distinct names: the second and later files of one name get a number before it, because phones call
 * every photo `image.jpg`. A file keeps its name when more files follow.
 * @param files in the order in which they were sent
 * @param spelling returns what counts as the name: two names with one spelling are equal
 */
export function numberEqualNames<File extends { name: string }>(
  files: readonly File[],
  spelling = (name: string) => name,
): File[] {
  const used = new Set<string>();
  /** The last number of each name, so that a thousand equal names take no longer than others. */
  const lastNumbers = new Map<string, number>();
  return files.map((file) => {
    let { name } = file;
    let number = lastNumbers.get(spelling(name)) ?? 1;
    for (; used.has(spelling(name)); name = `${number} ${file.name}`) number += 1;
    lastNumbers.set(spelling(file.name), number);
    used.add(spelling(name));
    return { ...file, name };
  });
}

function withoutMiddle(name: string): string {
  if (name.length <= processedStart + processedEnd) return name;
  // The slices may have split surrogate pairs.
  return (name.slice(0, processedStart) + name.slice(-processedEnd)).toWellFormed();
}
