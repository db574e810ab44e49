import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient, QueryResult as PgResult } from 'pg';
import { DatabaseUnavailableError, isDatabaseUnavailable } from '../database-error.ts';
import { retryConflicts } from './conflicts.server.ts';
import type { SilenceWatch } from './silence-watch.server.ts';

/** How long statements and transactions may take (ms), and what ends them sooner if the server does not respond. */
export interface Timeouts {
  /** One statement. If it takes longer, its connection is discarded: the server may have vanished silently. */
  statement: number;
  /** Waiting for a lock that another transaction holds. */
  lock: number;
  /** Between two statements, after which the server aborts the transaction: this process may have died. */
  idle: number;
  watch: SilenceWatch;
}

/**
 * A PostgreSQL database. Transactions are serializable and retried after a conflict, so their functions must have no
 * effects outside the database.
 */
export class PostgresDatabase<Schema> extends Kysely<Schema> {
  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction();
    return withRetries(builder);
  }
}

/** Makes a builder, and those that it creates, for example with an isolation level, retry their transaction. */
function withRetries<Schema>(builder: TransactionBuilder<Schema>): TransactionBuilder<Schema> {
  const execute = builder.execute.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  return Object.assign(builder, {
    execute: <Value>(work: Parameters<typeof execute<Value>>[0]) => retryConflicts(() => execute(work)),
    setIsolationLevel: (level: Parameters<typeof setIsolationLevel>[0]) => withRetries(setIsolationLevel(level)),
  });
}

/**
 * Kysely's dialect for a connection pool, which may be shared. The caller closes the pool.
 * @param timeouts undefined for migrations, which may take a long time and run before any visitor is waiting
 */
export function pooledPostgresDialect(pool: Pool, timeouts: Timeouts | undefined): Dialect {
  return {
    createDriver: () => new PooledDriver(pool, timeouts),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/**
 * Depends on no session state, so that PgBouncer may run each transaction on a different connection: no named
 * statements, no session settings or locks, and no notifications.
 */
class PooledDriver implements Driver {
  readonly #pool: Pool;
  readonly #timeouts: Timeouts | undefined;

  constructor(pool: Pool, timeouts: Timeouts | undefined) {
    this.#pool = pool;
    this.#timeouts = timeouts;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<PooledConnection> {
    if (!this.#timeouts) return new PooledConnection(await this.#pool.connect(), undefined);
    let connecting: Promise<PoolClient> | undefined;
    try {
      const client = await this.#timeouts.watch.expect(() => (connecting = this.#pool.connect()));
      return new PooledConnection(client, this.#timeouts);
    } catch (error) {
      // Nobody is waiting for the connection any more, but it would stay in use.
      connecting?.then(
        (client) => client.release(true),
        () => undefined,
      );
      throw asUnavailable(error);
    }
  }

  async beginTransaction(connection: PooledConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    connection.isInTransaction = true;
    const begin = `BEGIN ISOLATION LEVEL ${isolationLevel ?? (this.#timeouts ? 'serializable' : 'read committed')}`;
    const settings = this.#timeouts
      ? [
          `SET LOCAL statement_timeout = ${this.#timeouts.statement}`,
          `SET LOCAL lock_timeout = ${this.#timeouts.lock}`,
          `SET LOCAL idle_in_transaction_session_timeout = ${this.#timeouts.idle}`,
        ]
      : [];
    try {
      // In one message, because each message takes a round trip.
      await connection.executeQuery(CompiledQuery.raw([begin, ...settings].join('; ')));
    } catch (error) {
      // The transaction may have begun on the server.
      connection.isLost = true;
      throw error;
    }
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await connection.commit();
    connection.isInTransaction = false;
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    // The server rolls back the transaction of a lost connection.
    if (!connection.isLost) await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
    connection.isInTransaction = false;
  }

  releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

class PooledConnection implements DatabaseConnection {
  isInTransaction = false;
  /** Whether the connection can no longer be used and must be discarded. */
  isLost = false;
  readonly #client: PoolClient;
  readonly #timeouts: Timeouts | undefined;
  /** Only marks the connection: its next statement fails and reports the error. */
  readonly #onError = () => {
    this.isLost = true;
  };

  constructor(client: PoolClient, timeouts: Timeouts | undefined) {
    this.#client = client;
    this.#timeouts = timeouts;
    client.on('error', this.#onError);
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // A failed statement aborts its transaction, which is retried as a whole.
    return this.isInTransaction ? this.#run<Row>(query) : retryConflicts(() => this.#run<Row>(query));
  }

  /** @throws if the transaction was not committed, or if that is unknown */
  async commit(): Promise<void> {
    const { command } = await this.#query(CompiledQuery.raw('COMMIT'));
    // The server responds with ROLLBACK to the COMMIT of a transaction in which a statement has failed.
    if (command !== 'COMMIT')
      throw new Error('A transaction was rolled back, because one of its statements had failed');
  }

  release(): void {
    this.#client.off('error', this.#onError);
    this.#client.release(this.isLost);
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming results is not supported');
  }

  async #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Several statements in one message yield an array of results, none of which is needed.
    const { command = '', rowCount = 0, rows = [] } = await this.#query(query);
    const isChange = ['INSERT', 'UPDATE', 'DELETE'].includes(command);
    return { rows: rows as Row[], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  async #query({ sql: text, parameters }: CompiledQuery): Promise<Partial<PgResult>> {
    const values = parameters.map(withoutNul);
    const ask = () =>
      this.#client.query({
        text,
        ...(values.length > 0 && { values }),
        ...(this.#timeouts && { query_timeout: this.#timeouts.statement }),
      } as { text: string });
    try {
      return await (this.#timeouts?.watch.expect(ask) ?? ask());
    } catch (error) {
      // Only errors from the server have a severity; most of them leave the connection usable.
      const { code = '', severity } = error as { code?: string; severity?: string };
      if (severity !== undefined && severity !== 'FATAL' && !code.startsWith('57P')) throw error;
      this.isLost = true;
      throw asUnavailable(error);
    }
  }
}

/** PostgreSQL's `text` cannot contain NUL, which only an attacker would send. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replace(/\0/g, '\uFFFD') : value;
}

/** Marks the failure of a connection, whose errors have no code in common. */
export function asUnavailable(error: unknown): unknown {
  if (isDatabaseUnavailable(error)) return error;
  return new DatabaseUnavailableError(`The database cannot be reached: ${(error as Error).message}`, { cause: error });
}
