import type { RequestHandler } from 'express';
import helmet from 'helmet';
import onHeaders from 'on-headers';

const twoYears = 2 * 365 * 24 * 60 * 60;

/** What no page here uses (Permissions Policy). Not the camera: a file field may ask for it. */
const unusedFeatures = ['browsing-topics', 'geolocation', 'microphone'].map((feature) => `${feature}=()`);

/** Pictures that messengers show beside a link, and the site's marks. */
const shownElsewhere = /^\/(?:share-[a-z]+\.png|favicon\.svg|apple-touch-icon\.png)$/;

/**
 * Scripts, styles, fonts and pictures of the build. A page asks for a dozen, a weak line pays for each header, and what
 * the others forbid these cannot do: they are ours, the same for everybody, and belong to pages that forbid it.
 */
const partOfPage = /^\/assets\/[\w.$-]+$/;

/** What an answer may know better. */
const overridable = ['Content-Security-Policy', 'Referrer-Policy'];

/**
 * The headers of every answer. A page brings a Content Security Policy of its own; whatever is no page may load nothing,
 * run nothing and stand in no frame.
 * @param isSecure whether the site is reached by https
 */
export function responseHeaders(isSecure: boolean): RequestHandler {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    // For all that the company has under its name (OWASP ASVS 5.0, 3.4.1).
    strictTransportSecurity: isSecure ? { maxAge: twoYears, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // What only browsers that are gone understood: every answer would carry it.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return (request, response, next) => {
    // At the last moment: Remix adds its headers to those that are there, and of two policies browsers keep both.
    onHeaders(response, () => {
      if (partOfPage.test(request.originalUrl) && response.statusCode < 400) {
        response.removeHeader('Request-Id');
        // Nobody takes a font for a script or a page.
        if (!request.originalUrl.endsWith('.woff2')) response.setHeader('X-Content-Type-Options', 'nosniff');
        return;
      }
      const own = overridable.map((name) => [name, response.get(name)] as const);
      setHeaders(request, response, () => undefined);
      response.setHeader('Permissions-Policy', unusedFeatures.join(', '));
      if (shownElsewhere.test(request.path)) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      for (const [name, value] of own) if (value !== undefined) response.setHeader(name, value);
    });
    next();
  };
}
