import { streamSafe } from '#app/i18n/input/stream-safe.ts';

const maxLength = 180;
/** How much is processed of a name longer than any file system allows: this many characters from its start and its end. */
const maxProcessed = 1_000;
const maxProcessedEnd = 20;

// Control characters, and direction marks that make "fdp.exe" display as "exe.pdf".
const unprintable = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * Sanitises the name of an uploaded file for display, storage and delivery: no folders, no invisible characters, at most
 * 180 characters with the extension kept. Arabic and punctuation are unchanged. Returns `file` when nothing is left.
 *
 * @param sent the `filename` of a multipart part. Browsers write `"`, CR and LF in it as %22, %0D and %0A
 *   (HTML standard, "multipart/form-data encoding algorithm") and escape nothing else.
 */
export function cleanFileName(sent: string): string {
  const decoded = shortened(sent.replace(/^.*[\\/]/s, '')).replace(/%(22|0D|0A)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const name = streamSafe(decoded.replace(unprintable, '')).normalize('NFC').trim();
  if (name === '' || /^\.+$/.test(name)) return 'file';
  const characters = Array.from(name);
  if (characters.length <= maxLength) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, maxLength - ending.length).join('') + ending;
}

function shortened(name: string): string {
  if (name.length <= maxProcessed + maxProcessedEnd) return name;
  // The cut may have split a surrogate pair.
  return (name.slice(0, maxProcessed) + name.slice(-maxProcessedEnd)).toWellFormed();
}
