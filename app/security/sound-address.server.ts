/** Longer than any address of this site, and short enough for every proxy. */
const longestAddress = 4096;

/** What has no place in a path here, written out or percent-encoded: backslash, slash as a letter, control characters. */
const oddities = /\\|%5c|%2f|%[01][0-9a-f]|%7f/i;

/**
 * What is wrong with a request's address, as a status: 414 for one that is too long, 400 for one whose path is not what it
 * looks like. `//evil.example` would be another host to whoever builds a link from it, `\` a slash to some readers, and
 * `..` another page to others.
 * @param address the request target as it came (RFC 9112, section 3.2)
 */
export function problemOfAddress(address: string): 400 | 414 | undefined {
  if (address.length > longestAddress) return 414;
  const [path = ''] = address.split('?');
  // A whole URL, an authority or `*` as the target is for proxies.
  if (!path.startsWith('/') || path.includes('//') || oddities.test(path)) return 400;
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
