/** Keeps what the desk shows out of caches, histories of other sites, and search engines. */
export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
};
