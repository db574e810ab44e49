import { createServer } from 'node:http';
import { createRequestHandler } from '@remix-run/express';
import { createRequestHandler as createPageHandler, type ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express from 'express';
import type { ViteDevServer } from 'vite';
import { languageCodes } from './i18n/languages.ts';
import { answerError } from './server/answers/answer-error.server.ts';
import { createRefuse } from './server/answers/refuse.server.ts';
import { rawResponseHeaders, responseHeaders } from './server/answers/response-headers.server.ts';
import {
  connectionLimits,
  limitConcurrentRequests,
  limitConnections,
} from './server/connections/connections.server.ts';
import { serializePipelined } from './server/connections/serialize-pipelined.server.ts';
import { watchSlowBodies } from './server/connections/slow-bodies.server.ts';
import { answerUnreadableRequests } from './server/connections/unreadable-request.server.ts';
import { guard } from './server/guard/guard.server.ts';
import { alive, ready } from './server/health/health-routes.server.ts';
import { senderOf } from './server/limits/sender.server.ts';
import { waitForTurn } from './server/limits/wait-for-turn.server.ts';
import { compressedAssets } from './server/page-cache/compressed-assets.server.ts';
import { canonicalRedirect, contentPages, pageCache } from './server/page-cache/page-cache.server.ts';
import { resultPages } from './server/page-cache/result-pages.server.ts';
import { requestLog } from './server/request-log/request-log.server.ts';
import { routeNames } from './server/request-log/route-names.server.ts';
import { services } from './services.server.ts';
import { uploadsPath } from './uploads/uploads-path.ts';

/** ms. Generous, because a large upload on a slow connection takes hours; `slowBodies` closes requests that stall. */
const requestTimeout = 6 * 60 * 60 * 1000;
/** ms. Headers are a few hundred bytes, even on the slowest connection. */
const headersTimeout = 30_000;
/** Idle socket timeout (ms): longer than the slowest desk delivery, during which nothing is sent either way. */
const idleTimeout = 10 * 60_000;
/** Shutdown timeout (ms): how long running requests may take to finish. */
const shutdownTimeout = 30_000;
const oneYear = 365 * 24 * 60 * 60 * 1000;

/** What answers pages: the build, and Vite in development, where it is loaded anew after a change. */
interface Pages {
  build: ServerBuild;
  development?: { vite: ViteDevServer; loadBuild: () => Promise<ServerBuild> };
}

/**
 * Opens the services, answers requests on `HOST` and `PORT`, and returns how to stop. Part of the build, so that the
 * server and its pages share one bundle: a single file starts in a third of the time that its thousand modules take.
 */
export async function serve({ build, development }: Pages) {
  const site = await services();
  const { env, log, limits } = site;
  const refuse = createRefuse(env);
  const slowBodies = watchSlowBodies();

  const app = express();
  app.disable('x-powered-by');
  // Cached pages carry strong ETags, and hashed assets are never revalidated.
  app.disable('etag');
  // The number of reverse proxies in front; X-Forwarded-* entries beyond it are not trusted.
  app.set('trust proxy', env.TRUST_PROXY);
  // Parse queries as Remix does: Node's own parser ignores everything after 1,000 parameters.
  app.set('query parser', (query: string) => Object.fromEntries(new URLSearchParams(query)));
  app.use(requestLog(log, routeNames(build.routes)));
  app.use(responseHeaders(env.IS_HTTPS));
  // Before the guard: a health check may use any host name, and must be answered even when everything else is refused.
  app.get('/healthz', alive);
  app.get('/readyz', ready(site.readiness));
  const connectionLimit = connectionLimits(env.RATE_LIMIT_FACTOR);
  if (env.TRUST_PROXY > 0) app.use(limitConcurrentRequests(connectionLimit, refuse));
  app.use(guard({ env, log, limits, refuse, slowBodies, uploadsPath }));
  // Before compression and rendering; under plain remix-serve, files are uploaded with their form.
  app.use(uploadsPath, site.uploads.handler);
  if (development) {
    app.use(development.vite.middlewares);
  } else {
    app.use(canonicalRedirect);
    const render = createPageHandler(build, env.NODE_ENV);
    app.use(pageCache(render, env.SITE_URL, contentPages));
    app.use(pageCache(render, env.SITE_URL, resultPages(site.searches)));
    app.use('/assets', compressedAssets('build/client/assets'));
    // The fastest level: pages are a few kilobytes, and uploads keep the CPU busy.
    app.use(compression({ level: 1 }));
    // Directories are not pages, and express's redirect would carry its own Content-Security-Policy.
    const files = { redirect: false } as const;
    const immutableFiles = {
      ...files,
      immutable: true,
      maxAge: oneYear,
      acceptRanges: false,
      lastModified: false,
      etag: false,
      fallthrough: false,
    };
    app.use('/assets', express.static('build/client/assets', immutableFiles));
    app.use(express.static('build/client', { ...files, maxAge: 60 * 60 * 1000 }));
  }
  // The home page's form posts to `?index`; a post to the bare path means the same.
  app.post(
    languageCodes.map((language) => `/${language}`),
    (request, _response, next) => {
      if (request.query.index === undefined) request.originalUrl = `${request.path}?index`;
      next();
    },
  );
  app.all(
    '*',
    waitForTurn(site.turns, limits.visitorKeyOf),
    // oxlint-disable-next-line typescript/no-misused-promises -- it passes its errors to `next` itself
    createRequestHandler({
      build: development?.loadBuild ?? build,
      mode: env.NODE_ENV,
      getLoadContext: (request, response) => ({
        visitorAddress: request.ip,
        sender: senderOf(request.ip, request.headers),
        requestId: response.locals.requestId as string | undefined,
        evictionSignal: response.locals.evictionSignal as AbortSignal | undefined,
      }),
    }),
  );

  app.use(answerError(log, refuse));

  const handle = serializePipelined(app);
  const server = createServer(
    {
      requestTimeout: requestTimeout,
      headersTimeout: headersTimeout,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
      // The guard refuses a missing Host header itself, with an error page and a log line.
      requireHostHeader: false,
    },
    handle,
  );
  server.setTimeout(idleTimeout);
  // Expectations other than 100-continue: the guard refuses these, too.
  server.on('checkExpectation', handle);
  if (env.TRUST_PROXY === 0) limitConnections(server, connectionLimit);
  answerUnreadableRequests(server, {
    phone: env.COMPANY_PHONE,
    headers: rawResponseHeaders(env.IS_HTTPS),
    onRefused: (status) => log.info({ status, refusedBy: 'parser' }, 'request'),
  });
  server.listen(env.PORT, env.HOST, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : env.PORT;
    log.info({ port, desk: env.DESK }, `Listening at ${env.SITE_URL ?? `http://localhost:${port}`}`);
    if (!env.SITE_URL)
      log.warn('SITE_URL is not set: only requests for localhost are answered, any other host gets 421');
  });

  return {
    /** Graceful shutdown: accepts no new requests, waits for running ones (see {@link shutdownTimeout}), then closes the services. */
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), shutdownTimeout).unref();
      await closed;
      slowBodies.stop();
      await site.close();
    },
  };
}
