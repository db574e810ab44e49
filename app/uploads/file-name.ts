const maximumLength = 180;

// Control characters and the marks that can turn "fdp.exe" round on the screen.
const unprintable = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * The name of an uploaded file, fit to be shown, stored and sent on: without folders, without invisible
 * characters, at most 180 characters with the ending kept. Arabic and punctuation stay as they are.
 *
 * @param sent the `filename` of a multipart part. Browsers write `"`, CR and LF in it as %22, %0D and %0A
 *   (HTML standard, "multipart/form-data encoding algorithm") and escape nothing else.
 */
export function cleanFileName(sent: string): string {
  const name = sent
    .replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/^.*[\\/]/s, '')
    .replace(unprintable, '')
    .normalize('NFC')
    .trim();
  if (name === '' || /^\.+$/.test(name)) return 'file';
  const characters = Array.from(name);
  if (characters.length <= maximumLength) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, maximumLength - ending.length).join('') + ending;
}
