import type { Gauge, Registry } from 'prom-client';
import type { PostgresServer } from '#app/database/postgres/postgres-server.server.ts';
import type { Log } from '#app/log/log.server.ts';
import type { Readiness } from '#app/server/health/readiness.server.ts';
import type { ResumableUploads } from '#app/uploads/resumable/resumable.server.ts';
import { cachedReading } from './cached-reading.server.ts';
import type { DatabaseMetrics } from './database-metrics.server.ts';

/** What is read when Prometheus scrapes the site. */
export interface ScrapeSources {
  readiness: () => Promise<Readiness>;
  databaseMetrics: () => Promise<DatabaseMetrics>;
  unfinishedUploads: ResumableUploads['unfinished'];
  /** The connections of this process to PostgreSQL; undefined with SQLite. */
  connections: PostgresServer['connections'] | undefined;
}

/** How long metrics of the database are reused (ms): more frequent scrapes cost nothing. */
const databaseMetricsLifetime = 5_000;
/** How long a scrape waits for the database (ms), less than Prometheus waits for a scrape. */
const readTimeout = 3_000;

/**
 * Creates the gauges that are set at each scrape. Names that start with `site_shared_` are metrics of the database.
 * They are the same in all processes that share it, so queries must take their maximum, not their sum.
 * @returns a function that sets them
 */
export function createScrapedGauges(
  { Gauge: NewGauge }: { Gauge: typeof Gauge },
  registry: Registry,
  { readiness, databaseMetrics, unfinishedUploads, connections }: ScrapeSources,
  log: Log,
): () => Promise<void> {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new NewGauge({ name, help, labelNames, registers: [registry] });

  const ready = gauge('site_ready', 'Whether a request without files can be stored now, as /readyz says.');
  const disk = gauge('site_disk_free_bytes', 'Free bytes of the disk of each kind of data.', ['data']);
  const reserve = gauge('site_disk_reserve_bytes', 'Disk space that is reserved for requests.');
  const uploads = gauge('site_unfinished_uploads', 'Uploads that are in progress or can be resumed.');
  const uploadBytes = gauge('site_unfinished_upload_bytes', 'Bytes of these uploads that have arrived.');
  const pool =
    connections &&
    gauge('site_database_connections', 'Connections to PostgreSQL, and statements that wait for one.', ['state']);
  const poolSize =
    connections && gauge('site_database_connections_max', 'The maximum number of connections of this process.');
  const isKnown = gauge(
    'site_shared_known',
    'Whether the database responded in time; if not, the other site_shared_ metrics are absent.',
  );
  const undelivered = gauge(
    'site_shared_undelivered_messages',
    'Messages that the desk has not accepted. Those with the purpose "enquiry" are the requests themselves.',
    ['kind', 'purpose', 'desk', 'state'],
  );
  const messageAge = gauge(
    'site_shared_oldest_message_seconds',
    'How long the oldest undelivered message has been waiting.',
  );
  const noticeAge = gauge(
    'site_shared_oldest_notice_seconds',
    'How long the oldest undelivered notice has been waiting.',
  );
  const unchecked = gauge('site_shared_unchecked_files', 'Files that are waiting for the virus scanner.');
  const troubles = gauge('site_shared_troubles', 'Problems that the site has announced, until they end.', ['trouble']);
  const paused = gauge('site_shared_deliveries_paused', 'Whether deliveries are paused after a restore.');
  const searches = gauge('site_shared_searches', 'Flight searches whose offers are valid.', ['state']);

  const onError = (error: unknown) => log.warn({ err: error }, 'Metrics for a scrape could not be read');
  const readReadiness = cachedReading(readiness, { lifetime: 0, timeout: readTimeout, onError });
  const readDatabaseMetrics = cachedReading(databaseMetrics, {
    lifetime: databaseMetricsLifetime,
    timeout: readTimeout,
    onError,
  });

  function setShared(metrics: DatabaseMetrics | undefined): void {
    for (const each of [undelivered, troubles, searches]) each.reset();
    isKnown.set(metrics ? 1 : 0);
    if (!metrics) {
      // A gauge without labels would be 0 after `reset`, which means that nothing waits.
      for (const each of [messageAge, noticeAge, unchecked, paused]) each.remove();
      return;
    }
    for (const { count, ...labels } of metrics.undelivered) undelivered.set(labels, count);
    messageAge.set(secondsSince(metrics.oldestMessageAt));
    noticeAge.set(secondsSince(metrics.oldestNoticeAt));
    unchecked.set(metrics.uncheckedFiles);
    for (const { count, trouble } of metrics.troubles) troubles.set({ trouble }, count);
    paused.set(metrics.isPaused ? 1 : 0);
    for (const { count, state } of metrics.searches) searches.set({ state }, count);
  }

  return async () => {
    const [readinessNow, metrics] = await Promise.all([readReadiness(), readDatabaseMetrics()]);
    ready.set(readinessNow?.isReady ? 1 : 0);
    disk.reset();
    for (const [data, bytes] of Object.entries(readinessNow?.freeBytes ?? {})) disk.set({ data }, bytes);
    if (readinessNow) reserve.set(readinessNow.reserveBytes);
    else reserve.remove();
    const { count, bytes } = unfinishedUploads();
    uploads.set(count);
    uploadBytes.set(bytes);
    if (connections) {
      const { used, idle, waiting, max } = connections();
      for (const [state, number] of Object.entries({ used, idle, waiting })) pool?.set({ state }, number);
      poolSize?.set(max);
    }
    setShared(metrics);
  };
}

/** @param time Unix time (ms), or null for 0 seconds */
function secondsSince(time: number | null): number {
  return time === null ? 0 : Math.max(0, (Date.now() - time) / 1000);
}
