import { createHash } from 'node:crypto';

/** What a page needs beyond its own resources. */
export interface PageNeeds {
  /** The hash source of its inline style, if it has one: `'sha256-…'`. */
  styleSource: string | undefined;
  /** Whether it has a form whose response redirects to a partner, whose URL is not known in advance. */
  redirectsToPartners: boolean;
  /** Whether the analytics tag may be loaded and may send data. */
  analytics: boolean;
  /** Whether the site is served over https. */
  isSecure: boolean;
}

/** Sources of Google's analytics tag: for its script, and for the data it sends. */
const analyticsSources = {
  scripts: 'https://www.googletagmanager.com',
  beacons: 'https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com',
};

/**
 * Builds a page's Content-Security-Policy header, starting from `default-src 'none'`. Scripts and styles are limited
 * to our own files and, by hash, the page's own inline ones; style attributes and frames are not allowed.
 * @param html the rendered page in pieces, whose inline scripts are hashed
 */
export function buildContentSecurityPolicy(
  html: readonly string[],
  { styleSource, redirectsToPartners, analytics, isSecure }: PageNeeds,
): string {
  const hashes = html
    .flatMap(extractInlineScripts)
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  // Browsers also apply form-action to redirects after a submission. Only development runs without https.
  const partnerSources = isSecure ? 'https:' : 'https: http://localhost:* http://127.0.0.1:*';
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes), ...(analytics ? [analyticsSources.scripts] : [])].join(' ')}`,
    `style-src 'self'${styleSource ? ` ${styleSource}` : ''}`,
    `img-src 'self'${analytics ? ` ${analyticsSources.beacons}` : ''}`,
    "font-src 'self'",
    `connect-src 'self'${analytics ? ` ${analyticsSources.beacons}` : ''}`,
    "manifest-src 'self'",
    `form-action 'self'${redirectsToPartners ? ` ${partnerSources}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/**
 * Extracts the source of each inline script that a browser may execute, including scripts deferred by a custom type
 * (`deferReact`). JSON data blocks are not executed and need no hash.
 */
function extractInlineScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g))
    .filter(([, attributes = '']) => !attributes.includes('type="application/ld+json"'))
    .map(([, , text = '']) => text)
    .filter(Boolean);
}
