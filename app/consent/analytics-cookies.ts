/** Cookie names of the analytics tag: `_ga`, `_ga_…`, `_gid`, `_gat…`, `_gcl_…`. */
const analyticsCookieName = /^_(?:ga|gid|ga_[^=]*|gat[^=]*|gcl_[^=]*)$/;

/**
 * Returns the `Set-Cookie` values that delete the analytics tag's cookies. The tag sets them for the widest possible
 * domain, so each is deleted for the host and every parent domain.
 * @param cookies a `Cookie` header or `document.cookie`
 * @param hostname the site's host
 */
export function expiredAnalyticsCookies(cookies: string, hostname: string): string[] {
  const names = cookies
    .split(/;\s*/)
    .map((pair) => pair.split('=')[0] ?? '')
    .filter((name) => analyticsCookieName.test(name));
  const labels = hostname.split('.');
  const domains = labels.slice(1).map((_, index) => `; Domain=${labels.slice(index).join('.')}`);
  return names.flatMap((name) => ['', ...domains].map((domain) => `${name}=; Path=/; Max-Age=0${domain}`));
}
