import { createServer } from 'node:http';
import { createRequestHandler } from '@remix-run/express';
import { createRequestHandler as createPageHandler, type ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express from 'express';
import type { ViteDevServer } from 'vite';
import { languageCodes } from './app/i18n/languages.ts';
import { compressedAssets } from './app/page-cache/compressed-assets.server.ts';
import { contentPages, oneAddress, pageCache } from './app/page-cache/page-cache.server.ts';
import { resultPages } from './app/page-cache/result-pages.server.ts';
import type { Services } from './app/services.server.ts';
import { requestLog } from './app/observation/request-log.server.ts';
import { routeNames } from './app/observation/route-names.server.ts';
import { answerUnreadableRequests } from './app/problems/unreadable-request.server.ts';
import { answerFault } from './app/security/answer-fault.server.ts';
import { guard } from './app/security/guard.server.ts';
import { openRefuse } from './app/security/refuse.server.ts';
import { responseHeaders } from './app/security/response-headers.server.ts';
import { openSlowBodies } from './app/security/slow-bodies.server.ts';
import { uploadsPath } from './app/uploads/uploads-path.ts';

// Before React is loaded: it reads this once.
process.env.NODE_ENV = process.env.NODE_ENV === 'development' ? 'development' : 'production';

/** A large upload on a weak line takes as long as it takes: `slowBodies` ends those that hardly move. */
const longestRequest = 6 * 60 * 60 * 1000;
/** Headers are a few hundred bytes, on the weakest line too. */
const longestHeaders = 30_000;
/** Longer than any desk is waited for while nothing is sent either way. */
const longestSilence = 10 * 60_000;
/** How long running requests may take to end when the process is asked to. */
const longestGoodbye = 30_000;
const oneYear = 365 * 24 * 60 * 60 * 1000;

const vite = process.env.NODE_ENV === 'development' ? await startVite() : undefined;
const build = await loadBuild().catch(explainAndExit);
const { site } = build.entry.module as unknown as { site: Services };
const { env, log, limits } = site;
const refuse = openRefuse(env);
const slowBodies = openSlowBodies();

const app = express();
app.disable('x-powered-by');
// Kept pages have strong ones, and what the build made is never asked for again.
app.disable('etag');
// As many proxies stand in front as the environment says: what the next one claims of a visitor's address is not believed.
app.set('trust proxy', env.TRUST_PROXY);
// As Remix reads it: Node's own parser overlooks whatever comes after a thousand parameters.
app.set('query parser', (query: string) => Object.fromEntries(new URLSearchParams(query)));
app.use(requestLog(log, routeNames(build.routes)));
app.use(responseHeaders(env.IS_HTTPS));
app.use(guard({ env, log, limits, refuse, slowBodies, uploadsPath }));
app.get('/healthz', (_request, response) => {
  response.type('text').send('ok');
});
// Before what compresses and renders; under plain remix-serve files go up with their form.
app.use(uploadsPath, site.uploads.handler);
if (vite) {
  app.use(vite.middlewares);
} else {
  app.use(oneAddress);
  const render = createPageHandler(build, env.NODE_ENV);
  app.use(pageCache(render, env.SITE_URL, contentPages));
  app.use(pageCache(render, env.SITE_URL, resultPages(site.searches)));
  app.use('/assets', compressedAssets('build/client/assets'));
  // The lowest level: a page is a few kilobytes, and the processor is busy with uploads.
  app.use(compression({ level: 1 }));
  // A folder is no page, and its redirect would bring a policy of its own.
  const files = { redirect: false } as const;
  const forGood = {
    ...files,
    immutable: true,
    maxAge: oneYear,
    acceptRanges: false,
    lastModified: false,
    etag: false,
    fallthrough: false,
  };
  app.use('/assets', express.static('build/client/assets', forGood));
  app.use(express.static('build/client', { ...files, maxAge: 60 * 60 * 1000 }));
}
// The home page's form posts to `?index`; a post to the bare address means the same.
app.post(
  languageCodes.map((language) => `/${language}`),
  (request, _response, next) => {
    if (request.query.index === undefined) request.originalUrl = `${request.path}?index`;
    next();
  },
);
app.all(
  '*',
  createRequestHandler({
    build: vite ? loadBuild : build,
    mode: env.NODE_ENV,
    getLoadContext: (request, response) => ({
      visitorAddress: request.ip,
      requestId: response.locals.requestId as string | undefined,
    }),
  }),
);

app.use(answerFault(log, refuse));

const server = createServer(
  {
    requestTimeout: longestRequest,
    headersTimeout: longestHeaders,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 65_000,
  },
  app,
);
server.setTimeout(longestSilence);
answerUnreadableRequests(server, { phone: env.COMPANY_PHONE });
server.listen(env.PORT, env.HOST, () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : env.PORT;
  log.info({ port, desk: env.DESK }, `The site is open at ${env.SITE_URL ?? `http://localhost:${port}`}`);
  if (!env.SITE_URL) log.warn('SITE_URL is not set: only this machine is answered, any other name gets 421');
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

/** Takes no new requests, lets the running ones and deliveries end, then goes. */
async function stop(): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), longestGoodbye).unref();
  await closed;
  slowBodies.stop();
  await vite?.close();
  await site.close();
}

/** A wrong environment is told in one sentence, without a stack that hides it. */
function explainAndExit(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'EnvironmentError') throw error;
  console.error(error.message);
  process.exit(1);
}

async function startVite(): Promise<ViteDevServer> {
  const { createServer: createViteServer } = await import('vite');
  return createViteServer({ server: { middlewareMode: true } });
}

async function loadBuild(): Promise<ServerBuild> {
  const loaded: unknown = vite
    ? await vite.ssrLoadModule('virtual:remix/server-build')
    : await import(new URL('./build/server/index.js', import.meta.url).href);
  return loaded as ServerBuild;
}
