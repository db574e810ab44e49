/**
 * Returns the headers of a visitor's own page at a secret address. They keep it out of caches and search engines, and
 * send the referrer to this site only; without any referrer, browsers would send forms with `Origin: null`.
 */
export function privateHeaders(): Headers {
  return new Headers({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
}
