import { readFileSync } from 'node:fs';
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from 'kysely';
import type { Pool, PoolConfig, QueryConfig } from 'pg';
import type { PostgresAddress } from '#app/env/addresses/postgres-address.ts';
import { DatabaseError, DatabaseUnavailableError } from '../database-error.ts';
import { hasMigrations, migrate, type SchemaMigrations } from '../migrate.server.ts';
import { asUnavailable, pooledPostgresDialect, PostgresDatabase, type Timeouts } from './postgres-dialect.server.ts';
import { watchSilence } from './silence-watch.server.ts';

/** A PostgreSQL server, and this process's connections to it. */
export interface PostgresServer {
  /**
   * Opens a set of tables after applying its pending migrations.
   * @param prefix of the tables that record these migrations
   * @throws {DatabaseError} if they cannot be used
   */
  open<Schema>(migrations: SchemaMigrations, prefix?: string): Promise<Kysely<Schema>>;
  /** Whether the site's tables exist. */
  hasTables(): Promise<boolean>;
  /** Lists the names of all tables, including those that are not the site's. */
  tableNames(): Promise<string[]>;
  /**
   * Executes one statement on any connection.
   * @throws {DatabaseUnavailableError} at once if the server is silent, or if no connection is free in time
   */
  query(query: Pick<QueryConfig, 'text' | 'values'>): Promise<{ rows: unknown[]; rowCount: number | null }>;
  /** Returns how many connections of this process are in use and idle, and how many statements wait for one. */
  connections: () => { used: number; idle: number; waiting: number; max: number };
  /** Closes all connections. Call once, after the last use. */
  close(): Promise<void>;
}

/** How long to wait for a free connection (ms). */
const connectionTimeout = 5_000;
const timeouts: Omit<Timeouts, 'watch'> = { statement: 15_000, lock: 5_000, idle: 15_000 };
/** How long the server may take to show that it is alive (ms). */
const aliveTimeout = 5_000;

/** The oldest version that the tests run with. */
const minVersion = 15;

/**
 * OIDs of the numeric types that the driver returns as text: `bigint`, and `numeric`, the type of a sum of `bigint`.
 */
const numberTypes = new Set<number>([20, 1700]);

/**
 * Connects to PostgreSQL. Only this function loads its driver.
 * @param maxConnections maximum number of connections of this process; further statements wait
 * @param onLost is called when the server has closed a connection that nobody was using
 * @throws {DatabaseError} with one sentence, if the server cannot be used
 */
export async function connectPostgres(
  address: PostgresAddress,
  maxConnections: number,
  onLost: (error: Error) => void,
): Promise<PostgresServer> {
  const { Client, Pool: PgPool, types } = await import('pg');
  const config: PoolConfig = {
    ...{ host: address.host, port: address.port, user: address.user, database: address.database },
    ...(address.password !== undefined && { password: address.password }),
    ssl: address.tls ? { ...(address.tls.caFile !== undefined && { ca: readCertificate(address.tls.caFile) }) } : false,
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    // A server that hangs does not close idle connections, which would keep this process from exiting.
    allowExitOnIdle: true,
    types: {
      getTypeParser: ((id: Parameters<typeof types.getTypeParser>[0], format?: 'text') =>
        numberTypes.has(id) ? Number : (types.getTypeParser(id, format) as unknown)) as typeof types.getTypeParser,
    },
  };
  const pool = new PgPool(config);
  pool.on('error', onLost);
  try {
    await ensureUsable(pool, address);
  } catch (error) {
    await pool.end();
    throw asDatabaseError(error, address);
  }
  const watch = watchSilence(async () => {
    const client = new Client({ ...config, connectionTimeoutMillis: aliveTimeout, query_timeout: aliveTimeout });
    // The statement fails as well.
    client.on('error', () => undefined);
    const askedAt = performance.now();
    try {
      await client.connect();
      await client.query('SELECT 1');
      return false;
    } catch {
      // A server that rejects the connection does so at once.
      return performance.now() - askedAt >= aliveTimeout;
    } finally {
      void client.end();
    }
  });
  // Without timeouts: migrations may take long, and wait for those of another process.
  const migrating = new Kysely<unknown>({ dialect: pooledPostgresDialect(pool, undefined) });
  const query: PostgresServer['query'] = async ({ text, values }) => {
    try {
      return await watch.expect(() => pool.query({ text, values, query_timeout: timeouts.statement } as QueryConfig));
    } catch (error) {
      // Only errors from the server have a severity. The others are those of the connection, or of waiting for one.
      throw (error as { severity?: string }).severity === undefined ? asUnavailable(error) : error;
    }
  };
  return {
    async open<Schema>(migrations: SchemaMigrations, prefix = '') {
      try {
        await migrate(migrating, migrations, address.label, prefix);
      } catch (error) {
        throw asDatabaseError(error, address);
      }
      return new PostgresDatabase<Schema>({
        dialect: pooledPostgresDialect(pool, { ...timeouts, watch }),
        // `IN ()` is valid in SQLite, but not in PostgreSQL.
        plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
      });
    },
    hasTables: () => hasMigrations(migrating),
    async tableNames() {
      const text = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()';
      return ((await query({ text })).rows as { name: string }[]).map(({ name }) => name);
    },
    query,
    async close() {
      watch.close();
      await pool.end();
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: maxConnections,
    }),
  };
}

function readCertificate(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new DatabaseError(`The sslrootcert file in DATABASE_URL cannot be read: ${(error as Error).message}.`);
  }
}

/** @throws if the server cannot be reached, is too old, or stores text in another encoding */
async function ensureUsable(pool: Pool, { label }: PostgresAddress): Promise<void> {
  const { rows } = await pool.query<{ version: string; encoding: string }>(
    "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding",
  );
  const { version = '', encoding = '' } = rows[0] ?? {};
  if (Number(version) < minVersion * 10_000) {
    throw new DatabaseError(`The database ${label} is older than PostgreSQL ${minVersion}.`);
  }
  if (encoding !== 'UTF8')
    throw new DatabaseError(`The database ${label} has the encoding ${encoding} instead of UTF8.`);
}

/** Ends of error messages, by the error code of the server, the connection or TLS. */
const reasons: Record<string, string> = {
  '28P01': 'rejects the user or password in DATABASE_URL',
  '28000': 'rejects this user or this machine: check its pg_hba.conf',
  '3D000': 'does not exist on its server',
  '42501': 'does not let its user create tables: make the user the owner of the database',
  '53300': 'has no connections left: raise its max_connections, or lower DATABASE_CONNECTIONS',
  '25006': 'is read-only',
  ECONNREFUSED: 'cannot be reached: nothing is listening at its address',
  ENOTFOUND: 'cannot be reached: its host name cannot be resolved',
  EAI_AGAIN: 'cannot be reached: its host name cannot be resolved',
  ENOENT: 'cannot be reached: nothing is listening at its address',
  EHOSTUNREACH: 'cannot be reached: its host does not respond',
  ETIMEDOUT: 'cannot be reached: its host does not respond',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for a different host',
  SELF_SIGNED_CERT_IN_CHAIN: "has a certificate from an unknown authority: name the authority's file with sslrootcert",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "has a certificate from an unknown authority: name the authority's file with sslrootcert",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "has a certificate from an unknown authority: name the authority's file with sslrootcert",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "has a certificate from an unknown authority: name the authority's file with sslrootcert",
};

function asDatabaseError(error: unknown, { label }: PostgresAddress): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const origin = error instanceof DatabaseUnavailableError ? error.cause : error;
  const { code = '', message } = origin as { code?: string; message: string };
  const reason = reasons[code] ?? 'cannot be used';
  return new DatabaseError(`The database ${label} ${reason} (${message || code}).`, { cause: error });
}
