import { createServer } from 'node:http';
import type { GetLoadContextFunction } from '@remix-run/express';
import { createRequestHandler as createPageHandler, type ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Request, type Response } from 'express';
import type { ViteDevServer } from 'vite';
import { companyIn } from './company/company-in-language.server.ts';
import { languageCodes } from './i18n/languages.ts';
import type { TraceContext } from './ids/trace-context.ts';
import { serveMetrics } from './metrics/metrics-server.server.ts';
import {
  calculateConnectionLimits,
  limitConcurrentRequests,
  limitConnections,
} from './server/connections/connections.server.ts';
import { createGracefulShutdown } from './server/connections/graceful-shutdown.server.ts';
import { inheritedSocket } from './server/connections/inherited-socket.server.ts';
import { createPipeline } from './server/connections/pipeline.server.ts';
import { watchSlowBodies } from './server/connections/slow-bodies.server.ts';
import { refuseUnreadableRequests } from './server/connections/unreadable-request.server.ts';
import { guard } from './server/guard/guard.server.ts';
import { createReadinessHandler, livenessHandler } from './server/health/health-routes.server.ts';
import { serveHealth } from './server/health/health-socket.server.ts';
import { senderOf } from './server/limits/sender.server.ts';
import { waitForTurn } from './server/limits/wait-for-turn.server.ts';
import { compressedAssets } from './server/page-cache/compressed-assets.server.ts';
import { openHotPages } from './server/page-cache/hot-pages.server.ts';
import { canonicalRedirect, contentPages, isContentPath, pageCache } from './server/page-cache/page-cache.server.ts';
import { resultPages } from './server/page-cache/result-pages.server.ts';
import { handleDatabaseOutages } from './server/rendering/database-outage.server.ts';
import { remixHandler } from './server/rendering/remix-handler.server.ts';
import { createRequestObserver, requestLog } from './server/request-log/request-log.server.ts';
import { routeNames } from './server/request-log/route-names.server.ts';
import { createErrorHandler } from './server/responses/error-handler.server.ts';
import { publicFiles } from './server/responses/public-files.server.ts';
import { createRefuse, outagePage } from './server/responses/refuse.server.ts';
import { rawResponseHeaders, responseHeaders } from './server/responses/response-headers.server.ts';
import { services } from './services.server.ts';
import { uploadsPath } from './uploads/uploads-path.ts';

/** Request timeout (ms): large uploads on slow connections take hours; `slowBodies` closes connections that stall. */
const requestTimeout = 6 * 60 * 60 * 1000;
/** Header timeout (ms): headers are a few hundred bytes, which arrive in time even on the slowest connection. */
const headersTimeout = 30_000;
/** Idle timeout (ms): longer than the slowest delivery to the desk, during which the visitor's connection is idle. */
const idleTimeout = 10 * 60_000;
/** Shutdown timeout (ms): how long current requests may take to finish. */
const shutdownTimeout = 30_000;
/** Hashed assets of the build, and those of replaced builds that open pages may still need. */
const assetFolders = ['build/client/assets', 'build/previous-assets'] as const;
/** Cache lifetime of hashed assets (ms). */
const oneYear = 365 * 24 * 60 * 60 * 1000;

interface ServeOptions {
  build: ServerBuild;
  /** Vite, and how to load the build again after a change. */
  development?: { vite: ViteDevServer; loadBuild: () => Promise<ServerBuild> };
}

/**
 * Opens the services and serves requests on `HOST` and `PORT`. This module is part of the build, because a single file
 * starts in less than half the time that its thousand modules would take.
 * @returns the running server, to be closed at shutdown
 */
export async function serve({ build: plainBuild, development }: ServeOptions) {
  const site = await services();
  const { env, log, limits } = site;
  const withOutageHandling = (build: ServerBuild) =>
    handleDatabaseOutages(build, {
      log,
      plainPage: (language) => outagePage(language, companyIn(language, site.facts)),
    });
  const build = withOutageHandling(plainBuild);
  const refuse = createRefuse((language) => companyIn(language, site.facts));
  const slowBodies = watchSlowBodies();
  // The fastest level: responses are a few kilobytes, and uploads keep the CPU busy.
  const compressResponse = compression({ level: 1 });

  const app = express();
  app.disable('x-powered-by');
  // Express's ETags are not needed: cached pages have strong ETags, and hashed assets are never revalidated.
  app.disable('etag');
  // The number of reverse proxies; further entries of X-Forwarded-* headers are not trusted.
  app.set('trust proxy', env.TRUST_PROXY);
  // Parses queries as Remix does; Node's own parser ignores parameters after the first 1,000.
  app.set('query parser', (query: string) => Object.fromEntries(new URLSearchParams(query)));
  const observe = createRequestObserver(log, routeNames(build.routes), env.TRUST_PROXY > 0, site.metrics?.requests.add);
  const siteVersion = () => site.facts.pageVersion();
  const hotPages = openHotPages(isContentPath, env.TRUST_PROXY > 0, observe, siteVersion);
  app.use(requestLog(observe));
  app.use(responseHeaders(env.IS_HTTPS));
  // Before the guard, because health checks may use any host name and must get a response even if the guard refuses
  // others.
  app.get('/healthz', livenessHandler);
  app.get('/readyz', createReadinessHandler(site.readiness));
  const connectionLimit = calculateConnectionLimits(env.RATE_LIMIT_FACTOR);
  if (env.TRUST_PROXY > 0) app.use(limitConcurrentRequests(connectionLimit, refuse));
  app.use(guard({ env, log, limits, refuse, slowBodies, uploadsPath }));
  // Before compression and rendering. Plain remix-serve has no resumable uploads: files are sent with their form.
  app.use(uploadsPath, site.uploads.handler);
  if (development) {
    app.use(development.vite.middlewares);
  } else {
    app.use(canonicalRedirect);
    const render = createPageHandler(build, env.NODE_ENV);
    app.use(pageCache(render, env.SITE_URL, contentPages, siteVersion, hotPages));
    app.use(pageCache(render, env.SITE_URL, resultPages(site.searches), siteVersion));
    app.use('/assets', compressedAssets(assetFolders));
    const immutableFiles = {
      redirect: false,
      immutable: true,
      maxAge: oneYear,
      acceptRanges: false,
      lastModified: false,
      etag: false,
    };
    const [assets, previousAssets] = assetFolders;
    app.use(
      '/assets',
      compressResponse,
      express.static(assets, immutableFiles),
      express.static(previousAssets, { ...immutableFiles, fallthrough: false }),
    );
    app.use(publicFiles('build/client'));
  }
  // Remix posts the home page's form to `?index`; a form submitted to the path without a query is treated the same way.
  app.post(
    languageCodes.map((language) => `/${language}`),
    (request, _response, next) => {
      if (request.query.index === undefined) request.originalUrl = `${request.path}?index`;
      next();
    },
  );
  const createLoadContext = (request: Request, response: Response) => ({
    visitorAddress: request.ip,
    sender: senderOf(request.ip, request.headers),
    requestId: response.locals.requestId as string | undefined,
    trace: response.locals.trace as TraceContext | undefined,
    evictionSignal: response.locals.evictionSignal as AbortSignal | undefined,
  });
  app.all(
    '*',
    waitForTurn(site.turns, limits.visitorKeyOf),
    development
      ? await developmentHandler(async () => withOutageHandling(await development.loadBuild()), createLoadContext)
      : remixHandler({ build, mode: env.NODE_ENV, createLoadContext, compressResponse }),
  );

  app.use(createErrorHandler(log, refuse));

  // Hot pages skip Express, which would halve their rate.
  const shutdown = createGracefulShutdown();
  const pipeline = createPipeline();
  const handle = pipeline.serialize(
    shutdown.watch((request, response) => {
      if (!hotPages.respond(request, response)) app(request, response);
    }),
  );
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
  // The guard also refuses expectations other than 100-continue.
  server.on('checkExpectation', handle);
  if (env.TRUST_PROXY === 0) limitConnections(server, connectionLimit);
  refuseUnreadableRequests(server, {
    pendingOn: (socket) => pipeline.pendingOn(socket),
    phone: () => site.facts.current().facts.phone,
    headers: rawResponseHeaders(env.IS_HTTPS),
    onRefused(status) {
      log.info({ status, refusedBy: 'parser' }, 'request');
      site.metrics?.requests.add('unreadable', status, 0, 0);
    },
  });
  const socket = inheritedSocket(process.env, process.pid);
  server.listen(socket ?? { port: env.PORT, host: env.HOST }, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : env.PORT;
    log.info({ port, desk: env.DESK }, `Listening at ${env.SITE_URL ?? `http://localhost:${port}`}`);
    if (!env.SITE_URL) {
      log.warn('SITE_URL is not set: the site serves only localhost and refuses any other host with 421');
    }
  });

  const { METRICS_PORT: metricsPort, METRICS_HOST: host } = env;
  const metricsServer =
    site.metrics && metricsPort !== undefined
      ? serveMetrics(site.metrics.expose, { host, port: metricsPort }, log)
      : undefined;

  const healthServer = env.HEALTH_SOCKET === undefined ? undefined : serveHealth(env.HEALTH_SOCKET, log);

  return {
    /**
     * Shuts down gracefully: accepts no new requests, waits for current requests (see {@link shutdownTimeout}), then
     * closes the services.
     */
    async close() {
      await shutdown.close(server, shutdownTimeout);
      metricsServer?.close();
      healthServer?.close();
      slowBodies.stop();
      await site.close();
    },
  };
}

/** Remix's own handler, which loads the build again after a change. */
async function developmentHandler(build: () => Promise<ServerBuild>, getLoadContext: GetLoadContextFunction) {
  const { createRequestHandler } = await import('@remix-run/express');
  return createRequestHandler({ build, mode: 'development', getLoadContext });
}
