/**
 * Where Word would fetch something from. `local`: a path on the reader's own disc, or an attachment of the mail from
 * which a text was copied, which Word does not find (`cid:`). `relative`: on the place from which the document was opened,
 * which may be a website or network. `web`: http or https. `elsewhere`: a
 * computer in a network, to which Windows sends the reader's credentials, or a scheme that starts a program.
 */
export type Destination = 'local' | 'relative' | 'web' | 'elsewhere';

/**
 * Returns where the target of a relationship or field leads. It is read as loosely as Windows reads it: with backslashes
 * or slashes, percent-encoded or not, with any number of slashes after `file:`.
 */
export function destinationOf(target: string): Destination {
  const path = plainSpelling(target);
  if (/^https?:\/\//.test(path)) return 'web';
  if (path.startsWith('cid:')) return 'local';
  const file = path.startsWith('file:') ? path.slice('file:'.length) : undefined;
  if (/^[a-z]:/.test(path) || (file !== undefined && /^(?:\/{0,3}|\/\/localhost\/)[a-z][:|]/.test(file)))
    return 'local';
  // `file://localhost/…` and `file:///…` have an absolute path after two slashes.
  const absolute = file?.replace(/^\/\/(?:localhost)?(?=\/)/, '') ?? path;
  if (absolute.startsWith('//') || (file !== undefined && !absolute.startsWith('/'))) return 'elsewhere';
  // Some programs read the first folder as the name of a computer: on the internet, it has a full stop or is a number.
  if (absolute.startsWith('/')) return /^\/[a-z][^/.@:?]*(?:\/|$)/.test(absolute) ? 'local' : 'elsewhere';
  return /^[a-z][a-z0-9+.-]*:/.test(absolute) ? 'elsewhere' : 'relative';
}

/**
 * Schemes that a reader may follow: to pages, files, mail, telephones, maps and well-known chats. Those of chats start a
 * program, which shows a conversation; clinics have them beside their telephone numbers.
 */
const followedSchemes = new Set([
  ...['http', 'https', 'ftp', 'file', 'cid', 'mailto', 'tel', 'callto', 'fax', 'sms', 'sip', 'sips', 'facetime', 'geo'],
  ...['whatsapp', 'skype', 'viber', 'tg'],
  // In texts copied from Apple's programs, which lead nowhere.
  ...['x-apple-data-detectors', 'applewebdata'],
]);

/**
 * Whether a link leads to a place or page and not to a program or script, which could be in any scheme that the reader's
 * computer knows (`ms-msdt:`, `search-ms:`, `jnlp:`, `javascript:`). Links without scheme lead to a file, page or bookmark.
 */
export function canBeFollowed(target: string): boolean {
  const path = plainSpelling(target);
  const scheme = /^([^/?#:]*):/.exec(path)?.[1];
  const isDrive = scheme !== undefined && /^[a-z]$/.test(scheme);
  return scheme === undefined || isDrive || followedSchemes.has(scheme) || /^about:blank(?:#|$)/.test(path);
}

/** Returns a target in one spelling: decoded, without characters that Windows ignores, with slashes and in lower case. */
function plainSpelling(target: string): string {
  return decoded(target)
    .replace(/[\t\r\n\0]/g, '')
    .trim()
    .replace(/\\/g, '/')
    .toLowerCase();
}

/** Resolves percent-encoded characters. Word and Windows also accept a `%` that is not part of one. */
function decoded(target: string): string {
  return target.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
