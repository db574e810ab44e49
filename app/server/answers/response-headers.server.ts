import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import onHeaders from 'on-headers';

const twoYears = 2 * 365 * 24 * 60 * 60;

/**
 * Browser features that no page uses (Permissions-Policy). The camera is not listed, because file inputs may open it.
 */
const unusedFeatures = ['browsing-topics', 'geolocation', 'microphone'].map((feature) => `${feature}=()`);

/** Images that other sites may embed: previews of shared links, and the site's icons. */
const embeddable = /^\/(?:share-[a-z]+\.png|favicon\.svg|apple-touch-icon\.png)$/;

/**
 * Assets of the build. They get no security headers of their own: a page loads a dozen, every header costs a slow
 * connection time, and the policies of the pages that load them apply.
 */
const buildAsset = /^\/assets\/[\w.$-]+$/;

/** Headers that a response may set itself. */
const overridable = ['Content-Security-Policy', 'Referrer-Policy'];

/**
 * The security headers for raw responses to unparsable requests, by name: the same as on all non-page responses.
 * @param isSecure whether the site is served over https
 */
export function rawResponseHeaders(isSecure: boolean): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmetOf(isSecure)(request, response, () => undefined);
  response.setHeader('Permissions-Policy', unusedFeatures.join(', '));
  return Object.fromEntries(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
}

/**
 * Middleware that sets the security headers of every response. Pages bring their own Content-Security-Policy;
 * everything else may load nothing, run nothing and not be framed.
 * @param isSecure whether the site is served over https
 */
export function responseHeaders(isSecure: boolean): RequestHandler {
  const setHeaders = helmetOf(isSecure);
  return (request, response, next) => {
    // Just before the headers are sent: Remix appends its headers to existing ones, and browsers enforce both of two
    // policies.
    onHeaders(response, () => {
      if (buildAsset.test(request.originalUrl) && response.statusCode < 400) {
        response.removeHeader('Request-Id');
        // Fonts cannot be mistaken for scripts or pages.
        if (!request.originalUrl.endsWith('.woff2')) response.setHeader('X-Content-Type-Options', 'nosniff');
        return;
      }
      const own = overridable.map((name) => [name, response.get(name)] as const);
      setHeaders(request, response, () => undefined);
      response.setHeader('Permissions-Policy', unusedFeatures.join(', '));
      if (embeddable.test(request.path)) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      for (const [name, value] of own) if (value !== undefined) response.setHeader(name, value);
    });
    next();
  };
}

function helmetOf(isSecure: boolean) {
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
    // Off: only obsolete browsers understand these.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}
