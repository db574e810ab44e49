/** Keeps what the desk shows out of caches and search engines, and its URLs out of requests to other sites. */
export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
};
