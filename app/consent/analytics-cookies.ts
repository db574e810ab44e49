/** What the analytics tag writes: `_ga`, `_ga_…`, `_gid`, `_gat…`, `_gcl_…`. */
const ofTheTag = /^_(?:ga|gid|ga_[^=]*|gat[^=]*|gcl_[^=]*)$/;

/**
 * Cookies that take those of the analytics tag away, as `Set-Cookie` and `document.cookie` take them. The tag writes
 * them for the widest domain it may, so each is taken from the host and from every domain above it.
 * @param cookies a `Cookie` header or `document.cookie`
 */
export function expiredAnalyticsCookies(cookies: string, hostname: string): string[] {
  const names = cookies
    .split(/;\s*/)
    .map((pair) => pair.split('=')[0] ?? '')
    .filter((name) => ofTheTag.test(name));
  const labels = hostname.split('.');
  const domains = labels.slice(1).map((_, index) => `; Domain=${labels.slice(index).join('.')}`);
  return names.flatMap((name) => ['', ...domains].map((domain) => `${name}=; Path=/; Max-Age=0${domain}`));
}
