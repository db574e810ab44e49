import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '#app/log/log.server.ts';

/** There are few scrapers, and a scrape takes milliseconds. */
const maxConnections = 20;
const headersTimeout = 5_000;
const requestTimeout = 10_000;
const idleTimeout = 120_000;

/** Prometheus' text format. */
const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Serves the metrics at `/metrics`, at a separate address, which visitors cannot reach. If it cannot listen there, it
 * logs an error, and the site runs without metrics.
 * @param expose returns the metrics
 */
export function serveMetrics(
  expose: () => Promise<string>,
  { host, port }: { host: string; port: number },
  log: Log,
): { close(): void } {
  const server = createServer(
    { headersTimeout, requestTimeout, keepAliveTimeout: idleTimeout },
    (request, response) => {
      if (request.url !== '/metrics') return void response.writeHead(404).end();
      if (request.method !== 'GET') return void response.writeHead(405, { Allow: 'GET' }).end();
      expose().then(
        (metrics) => response.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(metrics),
        (error: unknown) => {
          log.error({ err: error }, 'The metrics could not be collected');
          response.writeHead(500).end();
        },
      );
    },
  );
  server.maxConnections = maxConnections;
  server.setTimeout(idleTimeout);
  server.on('error', (error) =>
    log.error({ err: error }, 'Could not serve metrics; check METRICS_HOST and METRICS_PORT'),
  );
  server.listen(port, host, () => {
    const { port: metricsPort } = server.address() as AddressInfo;
    log.info({ metricsPort }, 'Metrics are served at /metrics');
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
