/** Maximum length in characters: longer than any URL of this site, and short enough for every proxy. */
const maxTargetLength = 4096;

/** Not allowed in a path, literally or percent-encoded: backslashes, encoded slashes, control characters. */
const forbiddenInPath = /\\|%5c|%2f|%[01][0-9a-f]|%7f/i;

/**
 * Checks whether the path of a request target is ambiguous: `//evil.example` would become another host in a generated
 * link, some parsers treat `\` as a slash, and `..` leads to another page.
 * @param target as received (RFC 9112, section 3.2)
 * @returns status 414 if the target is too long, 400 if its path is ambiguous, undefined if it is well-formed
 */
export function checkRequestTarget(target: string): 400 | 414 | undefined {
  if (target.length > maxTargetLength) return 414;
  const [path = ''] = target.split('?');
  // Absolute URLs, authorities and `*` are only meant for proxies and OPTIONS.
  if (!path.startsWith('/') || path.includes('//') || forbiddenInPath.test(path)) return 400;
  if (path.split('/').some(isDotSegment)) return 400;
  return isDecodable(path) ? undefined : 400;
}

function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
