import { createHash } from 'node:crypto';

/** What a page may do beyond showing itself. */
export interface PageNeeds {
  /** Its button leads on to a partner at an address that is only known then. */
  leadsToPartners: boolean;
  /** Where the tag that measures visits comes from and reports to, if it may be asked for. */
  analytics: boolean;
  /** Whether the site is reached by https. */
  isSecure: boolean;
}

/** Google's tag: where its script is, and where what it measures goes. */
const tag = {
  scripts: 'https://www.googletagmanager.com',
  reports: 'https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com',
};

/**
 * The Content Security Policy of a page: nothing, and upwards from there. Scripts are files of ours, and the inline ones
 * that this very page was rendered with, by their hashes; no style attributes, no frames.
 */
export function contentSecurityPolicy(html: string, { leadsToPartners, analytics, isSecure }: PageNeeds): string {
  const hashes = inlineScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  // Browsers hold redirects behind a form to this, too. Without https there is only a developer's machine.
  const partners = isSecure ? 'https:' : 'https: http://localhost:* http://127.0.0.1:*';
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes), ...(analytics ? [tag.scripts] : [])].join(' ')}`,
    "style-src 'self'",
    `img-src 'self'${analytics ? ` ${tag.reports}` : ''}`,
    "font-src 'self'",
    `connect-src 'self'${analytics ? ` ${tag.reports}` : ''}`,
    "manifest-src 'self'",
    `form-action 'self'${leadsToPartners ? ` ${partners}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/**
 * The text of each inline script that a browser may run, those too that wait for their type (`deferReact`). Data in a
 * script element is not run and needs no permission.
 */
function inlineScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g))
    .filter(([, attributes = '']) => !attributes.includes('type="application/ld+json"'))
    .map(([, , text = '']) => text)
    .filter(Boolean);
}
