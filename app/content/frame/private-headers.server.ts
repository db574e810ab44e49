/**
 * Returns the headers of a visitor's own page at a secret URL. They keep the page out of caches and search engines, and
 * send the referrer only to this site; without any referrer, browsers would submit forms with `Origin: null`.
 */
export function privateHeaders(): Headers {
  return new Headers({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
}
