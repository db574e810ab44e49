/**
 * For pages of one visitor at a secret address: not for caches and search engines. The referrer goes to this site only;
 * with none at all browsers would send forms with `Origin: null`.
 */
export function privateHeaders(): Headers {
  return new Headers({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
}
