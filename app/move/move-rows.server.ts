import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { isMigrationTable } from '#app/database/migrate.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { Progress } from '#app/terminal/progress.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';

/** A table with its columns. */
export interface MovedTable {
  name: string;
  columns: string[];
}

/** A digest of the content of a table. */
interface Fingerprint {
  rows: number;
  /** The sum of the SHA-256 of all rows modulo 2^256: the order does not matter, and equal rows do not cancel out. */
  sum: bigint;
}

type Row = Record<string, string | number | null>;

/** How many rows are in memory at a time. */
const batchSize = 200;

/**
 * Lists all tables of a site in SQLite, each after the tables that it refers to. The list comes from the database
 * itself, so that no table of a later migration is forgotten.
 */
export async function listTables(source: Database): Promise<MovedTable[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`.execute(source);
  const names = rows.map(({ name }) => name).filter((name) => !isMigrationTable(name));
  const ordered: string[] = [];
  const visit = async (name: string) => {
    if (ordered.includes(name)) return;
    const keys = await sql<{ table: string }>`PRAGMA foreign_key_list(${sql.table(name)})`.execute(source);
    for (const { table } of keys.rows) if (table !== name) await visit(table);
    ordered.push(name);
  };
  for (const name of names) await visit(name);
  const tables: MovedTable[] = [];
  for (const name of ordered) {
    const columns = await sql<{ name: string }>`PRAGMA table_info(${sql.table(name)})`.execute(source);
    tables.push({ name, columns: columns.rows.map((column) => column.name) });
  }
  return tables;
}

/** Counts the rows of each table. */
export async function countRows(database: Database, tables: readonly MovedTable[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`.execute(database);
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}

/**
 * Copies all rows from SQLite to PostgreSQL in one transaction: the target contains all of them or, if this is
 * interrupted, what it contained before. Replaces what is there.
 * @throws {UsageError} if PostgreSQL rejects a row
 */
export async function copyRows(
  source: Database,
  target: Database,
  tables: readonly MovedTable[],
  progress: Progress,
): Promise<void> {
  await target
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await liftIdleTimeout(transaction);
      await sql`TRUNCATE ${sql.join(tables.map(({ name }) => sql.table(name)))} RESTART IDENTITY`.execute(transaction);
      let count = 0;
      for (const table of tables) {
        for await (const rows of readSqlite(source, table)) {
          await insertRows(transaction, table, rows);
          count += rows.length;
          progress.report(`${count} rows copied (${table.name})`);
        }
      }
    });
}

/** Lifts the idle timeout, because a whole table of the source may be read between two statements. */
async function liftIdleTimeout(transaction: Transaction<Tables>): Promise<void> {
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
}

async function insertRows(target: Kysely<Tables>, { name, columns }: MovedTable, rows: Row[]): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const table = sql.table(name);
  try {
    // One parameter, however many rows there are. The rows are in the order of their `rowid`, so that events, which
    // have a `rowid` in PostgreSQL too, keep their order.
    await sql`INSERT INTO ${table} (${list}) SELECT ${list}
      FROM json_populate_recordset(NULL::${table}, ${JSON.stringify(rows)}::json)`.execute(target);
  } catch (error) {
    if ((error as { severity?: string }).severity === undefined) throw error;
    throw new UsageError(`The table ${name} could not be moved: PostgreSQL says ${(error as Error).message}`);
  }
}

/**
 * Compares each table of two databases, row by row.
 * @returns a sentence for each table that differs
 */
export async function compareRows(
  source: Database,
  target: Database,
  tables: readonly MovedTable[],
  progress: Progress,
): Promise<string[]> {
  const differences: string[] = [];
  await target.transaction().execute(async (transaction) => {
    differences.length = 0;
    await liftIdleTimeout(transaction);
    for (const table of tables) {
      progress.report(`Comparing the rows of ${table.name}`);
      const expected = await fingerprintOf(readSqlite(source, table), table);
      const actual = await fingerprintOf(readPostgres(transaction, table), table);
      if (actual.rows !== expected.rows) {
        differences.push(`${table.name} has ${actual.rows} rows instead of ${expected.rows}`);
      } else if (actual.sum !== expected.sum) differences.push(`${table.name} has rows with different content`);
    }
  });
  return differences;
}

async function fingerprintOf(batches: AsyncIterable<Row[]>, { columns }: MovedTable): Promise<Fingerprint> {
  const fingerprint = { rows: 0, sum: 0n };
  for await (const rows of batches) {
    for (const row of rows) {
      const hash = createHash('sha256').update(JSON.stringify(columns.map((column) => row[column])));
      fingerprint.sum = BigInt.asUintN(256, fingerprint.sum + BigInt(`0x${hash.digest('hex')}`));
    }
    fingerprint.rows += rows.length;
  }
  return fingerprint;
}

async function* readSqlite(database: Database, { name, columns }: MovedTable): AsyncGenerator<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  let last = -1;
  for (;;) {
    const { rows } = await sql<Row & { source_rowid: number }>`
      SELECT rowid AS source_rowid, ${list} FROM ${sql.table(name)} WHERE rowid > ${last}
      ORDER BY rowid LIMIT ${batchSize}`.execute(database);
    if (rows.length === 0) return;
    last = rows.at(-1)?.source_rowid ?? last;
    yield rows.map(portable);
  }
}

async function* readPostgres(transaction: Transaction<Tables>, { name, columns }: MovedTable): AsyncGenerator<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`DECLARE moved NO SCROLL CURSOR FOR SELECT ${list} FROM ${sql.table(name)}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<Row>`FETCH ${sql.lit(batchSize)} FROM moved`.execute(transaction);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`CLOSE moved`.execute(transaction);
}

/** PostgreSQL's `text` cannot contain NUL, which becomes U+FFFD, as in everything that the site stores there. */
function portable({ source_rowid: _, ...row }: Row): Row {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'string' && value.includes('\0')) row[column] = value.replace(/\0/g, '\uFFFD');
  }
  return row;
}
