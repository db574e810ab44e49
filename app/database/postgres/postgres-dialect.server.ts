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

/** How long statements and transactions may take (ms), and what ends them before when the server does not answer. */
export interface Timeouts {
  /** One statement. After that, its connection is given up: the server may be gone without a word. */
  statement: number;
  /** Waiting for the locks of others. */
  lock: number;
  /** Between two statements of a transaction, before the server ends it: this process may be gone. */
  idle: number;
  watch: SilenceWatch;
}

/**
 * A database on PostgreSQL. A transaction behaves as if it were alone, and is repeated after a conflict, so its function
 * may only use the database.
 */
export class PostgresDatabase<Schema> extends Kysely<Schema> {
  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction();
    return withRetries(builder);
  }
}

/** Builders create builders, for example with an isolation level; all of them repeat the transaction. */
function withRetries<Schema>(builder: TransactionBuilder<Schema>): TransactionBuilder<Schema> {
  const execute = builder.execute.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  return Object.assign(builder, {
    execute: <Value>(work: Parameters<typeof execute<Value>>[0]) => retryConflicts(() => execute(work)),
    setIsolationLevel: (level: Parameters<typeof setIsolationLevel>[0]) => withRetries(setIsolationLevel(level)),
  });
}

/**
 * Kysely's dialect for a pool that others may share. Whoever has made the pool closes it.
 * @param timeouts none for migrations, which run one after the other before anybody waits
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
 * Needs no state of a session, so that PgBouncer may give each transaction another connection: no named statements, no
 * session settings or locks, and no notifications.
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
      // Nobody waits for it any more, but it would stay in use.
      connecting?.then(
        (client) => client.release(true),
        () => undefined,
      );
      throw unavailable(error);
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
      // In one message, because each takes a round trip.
      await connection.executeQuery(CompiledQuery.raw([begin, ...settings].join('; ')));
    } catch (error) {
      // It may have begun.
      connection.isLost = true;
      throw error;
    }
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await connection.commit();
    connection.isInTransaction = false;
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    // A lost connection has been rolled back by the server.
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
  /** Whether nothing more can be said to the server over this connection. */
  isLost = false;
  readonly #client: PoolClient;
  readonly #timeouts: Timeouts | undefined;
  /** The next statement fails as well, and says so to whoever waits for it. */
  readonly #onError = () => {
    this.isLost = true;
  };

  constructor(client: PoolClient, timeouts: Timeouts | undefined) {
    this.#client = client;
    this.#timeouts = timeouts;
    client.on('error', this.#onError);
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // A failed statement has ended its transaction, which is repeated as a whole.
    return this.isInTransaction ? this.#run<Row>(query) : retryConflicts(() => this.#run<Row>(query));
  }

  /** @throws if the transaction is not durable, as far as anybody knows */
  async commit(): Promise<void> {
    const { command } = await this.#query(CompiledQuery.raw('COMMIT'));
    // The server answers ROLLBACK to the COMMIT of a transaction in which a statement has failed.
    if (command !== 'COMMIT')
      throw new Error('A transaction was rolled back, because one of its statements had failed');
  }

  release(): void {
    this.#client.off('error', this.#onError);
    this.#client.release(this.isLost);
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Results are not streamed');
  }

  async #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Several statements in one message have several results, of which nobody needs one.
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
      // Only errors of the server have a severity; most of them leave the connection usable.
      const { code = '', severity } = error as { code?: string; severity?: string };
      if (severity !== undefined && severity !== 'FATAL' && !code.startsWith('57P')) throw error;
      this.isLost = true;
      throw unavailable(error);
    }
  }
}

/** PostgreSQL's text has no NUL, which only an attacker sends. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replace(/\0/g, '\uFFFD') : value;
}

/** Marks the failure of a connection, whose errors have no code in common. */
function unavailable(error: unknown): unknown {
  if (isDatabaseUnavailable(error)) return error;
  return new DatabaseUnavailableError(`The database cannot be reached: ${(error as Error).message}`, { cause: error });
}
