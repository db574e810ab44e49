import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import onHeaders from 'on-headers';

/** Lifetime of Strict-Transport-Security (s). */
const twoYears = 2 * 365 * 24 * 60 * 60;

/**
 * Permissions-Policy directives for browser features that no page uses. The camera is not listed, because file inputs
 * may open it.
 */
const unusedFeatures = ['browsing-topics', 'geolocation', 'microphone'].map((feature) => `${feature}=()`);

/** Paths of images that other sites may embed: previews of shared links, and the site's icons. */
const embeddableImage = /^\/(?:share-[a-z]+\.png|favicon\.svg|apple-touch-icon\.png)$/;

/**
 * Paths of build assets. Assets have no security headers: a page loads a dozen of them, every header takes time on a
 * slow connection, and the policy of the page that loads them applies.
 */
const buildAsset = /^\/assets\/[\w.$-]+$/;

/** Security headers that a response may override. */
const overridable = ['content-security-policy', 'referrer-policy'];

/**
 * Returns the security headers, by name, for raw responses to requests that cannot be parsed: the same as for all
 * responses that are not pages.
 * @param isSecure whether the site is served over https
 */
export function rawResponseHeaders(isSecure: boolean): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  createHelmet(isSecure)(request, response, () => undefined);
  response.setHeader('Permissions-Policy', unusedFeatures.join(', '));
  return Object.fromEntries(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
}

/**
 * Creates middleware that sets the security headers of every response. Pages set their own Content-Security-Policy; all
 * other responses may not load or run anything, or be framed.
 * @param isSecure whether the site is served over https
 */
export function responseHeaders(isSecure: boolean): RequestHandler {
  const headers = Object.entries(rawResponseHeaders(isSecure));
  return (request, response, next) => {
    // Set just before the headers are sent: Remix appends its headers to existing ones, and browsers enforce every
    // policy that they receive.
    onHeaders(response, () => {
      if (buildAsset.test(request.originalUrl) && response.statusCode < 400) {
        response.removeHeader('Request-Id');
        // Not needed for fonts, which browsers cannot mistake for scripts or pages.
        if (!request.originalUrl.endsWith('.woff2')) response.setHeader('X-Content-Type-Options', 'nosniff');
        return;
      }
      for (const [name, value] of headers) {
        if (!overridable.includes(name) || !response.hasHeader(name)) response.setHeader(name, value);
      }
      if (embeddableImage.test(request.path)) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    });
    next();
  };
}

function createHelmet(isSecure: boolean) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    // Includes all subdomains (OWASP ASVS 5.0, 3.4.1).
    strictTransportSecurity: isSecure ? { maxAge: twoYears, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Off, because only obsolete browsers understand these headers.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}
