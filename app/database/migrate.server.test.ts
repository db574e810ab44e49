import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, type SqliteDatabase, SqliteDialect } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, type SchemaMigrations } from './migrate.server.ts';
import { migrations } from './migrations.server.ts';
import { openSqlite } from './sqlite/node-sqlite.server.ts';
import { WaitingSqliteDialect } from './sqlite/sqlite-dialect.server.ts';

let database: Kysely<unknown>;

beforeEach(() => {
  database = new Kysely<unknown>({ dialect: new WaitingSqliteDialect(openSqlite(':memory:', 'quick')) });
});
afterEach(() => database.destroy());

const statement = (text: string, isContraction?: true) => ({
  up: (target: Kysely<unknown>) =>
    sql
      .raw(text)
      .execute(target)
      .then(() => undefined),
  ...(isContraction && { isContraction }),
});

const first: SchemaMigrations = { '0001_people': statement('CREATE TABLE people (name text)') };
const expanded: SchemaMigrations = { ...first, '0002_age': statement('ALTER TABLE people ADD COLUMN age integer') };
const contracted: SchemaMigrations = {
  ...expanded,
  '0003_nameless': statement('ALTER TABLE people DROP COLUMN name', true),
};

describe('code of an earlier version', () => {
  test('uses a database that a newer version has only expanded, and changes nothing', async () => {
    await migrate(database, expanded, 'x');
    await migrate(database, first, 'x');
    await sql`INSERT INTO people (name) VALUES ('Anna')`.execute(database);
    await migrate(database, expanded, 'x');
    expect((await sql`SELECT * FROM people`.execute(database)).rows).toEqual([{ name: 'Anna', age: null }]);
  });

  test('rejects a database from which a newer version has removed something, whatever followed', async () => {
    await migrate(database, { ...contracted, '0004_age': statement('CREATE TABLE more (a text)') }, 'the database');
    await expect(migrate(database, first, 'x')).rejects.toThrow('newer version of this program (0003_nameless)');
    await expect(migrate(database, expanded, 'x')).rejects.toThrow('newer version of this program (0003_nameless)');
    await migrate(database, contracted, 'x');
  });

  test('rejects a database that lacks its own migrations', async () => {
    await migrate(database, expanded, 'x');
    const other = { ...first, '0002_height': statement('ALTER TABLE people ADD COLUMN height integer') };
    await expect(migrate(database, other, 'x')).rejects.toThrow('0002_height');
  });

  test('rejects a database whose contractions are not recorded', async () => {
    await migrate(database, expanded, 'x');
    await sql`DROP TABLE schema_contractions`.execute(database);
    await expect(migrate(database, first, 'x')).rejects.toThrow('0002_age');
  });

  test('does not mistake a contraction that failed for one that was applied', async () => {
    const failing = { ...expanded, '0003_failing': statement('ALTER TABLE missing DROP COLUMN name', true) };
    await expect(migrate(database, failing, 'x')).rejects.toThrow('missing');
    await migrate(database, first, 'x');
  });
});

/** Returns every column of every table, with its type and whether an INSERT must provide a value. */
function columnsOf(file: DatabaseSync): Map<string, { type: string; isRequired: boolean }> {
  const rows = file
    .prepare(
      `SELECT m.name AS "table", c.name AS "column", c.type, c."notnull" AND c.dflt_value IS NULL AND NOT c.pk AS required
       FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`,
    )
    .all() as { table: string; column: string; type: string; required: number }[];
  return new Map(rows.map((row) => [`${row.table}.${row.column}`, { type: row.type, isRequired: row.required === 1 }]));
}

/**
 * Finds the migrations after which statements of earlier code fail, because columns are missing, have a different type,
 * or are now required.
 */
async function findContractions(migrationsByName: SchemaMigrations): Promise<string[]> {
  const file = new DatabaseSync(':memory:');
  const target = new Kysely<unknown>({ dialect: new SqliteDialect({ database: adapt(file) }) });
  const found: string[] = [];
  for (const [name, migration] of Object.entries(migrationsByName)) {
    const before = columnsOf(file);
    await migration.up(target);
    const after = columnsOf(file);
    const tables = new Set([...before.keys()].map((column) => column.split('.')[0]));
    const isBroken =
      [...before].some(([column, { type }]) => after.get(column)?.type !== type) ||
      [...after].some(([column, { isRequired }]) => {
        return isRequired && !before.get(column)?.isRequired && tables.has(column.split('.')[0]);
      });
    if (isBroken) found.push(name);
  }
  await target.destroy();
  return found;
}

function adapt(file: DatabaseSync): SqliteDatabase {
  return {
    close: () => file.close(),
    prepare(text) {
      const prepared = file.prepare(text);
      return {
        reader: prepared.columns().length > 0,
        all: (values) => prepared.all(...(values as string[])),
        run: (values) => prepared.run(...(values as string[])),
        iterate: (values) => prepared.iterate(...(values as string[])),
      };
    },
  };
}

describe('a migration that takes something away is marked as a contraction', () => {
  test('in the database of the site', async () => {
    const declared = Object.keys(migrations).filter((name) => migrations[name]?.isContraction);
    const found = await findContractions(migrations);
    expect(found).toContain('0003_parcels');
    expect(declared).toEqual(expect.arrayContaining(found));
  });

  test.each([
    ['a column is dropped', 'ALTER TABLE people DROP COLUMN age', true],
    ['a column is renamed', 'ALTER TABLE people RENAME COLUMN age TO years', true],
    ['a table is dropped', 'DROP TABLE people', true],
    ['a new column has a default', "ALTER TABLE people ADD COLUMN role text NOT NULL DEFAULT 'lead'", false],
    ['a new table has required columns', 'CREATE TABLE more (a text NOT NULL)', false],
  ])('%s', async (_case, text, isContraction) => {
    const found = await findContractions({ ...expanded, '0003_case': statement(text) });
    expect(found).toEqual(isContraction ? ['0003_case'] : []);
  });
});
