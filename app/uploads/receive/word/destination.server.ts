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
  const path = decoded(target)
    .replace(/[\t\r\n\0]/g, '')
    .trim()
    .replace(/\\/g, '/')
    .toLowerCase();
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

/** Resolves percent-encoded characters. Word and Windows also accept a `%` that is not part of one. */
function decoded(target: string): string {
  return target.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Schemes that run a script or start a program when a link with them is followed. */
const startsProgram = /^(?:javascript|vbscript|data|mhtml|mk|its|res|hcp|shell|search|search-ms|ms-[a-z0-9+.-]*):/i;

/** Whether a link starts a program or script when the reader follows it. Links to pages and files do not. */
export function startsProgramWhenFollowed(target: string): boolean {
  return startsProgram.test(
    decoded(target)
      .replace(/[\t\r\n\0]/g, '')
      .trim(),
  );
}
