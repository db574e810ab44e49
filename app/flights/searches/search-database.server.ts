import type { Kysely, Migration } from 'kysely';
import { openDatabaseFile } from '#app/database/database.server.ts';

/**
 * Database of searches and their results. A file of its own, because searches are many and may be lost, and because the
 * database of enquiries is rewritten whenever one is erased. It contains no visitors' data.
 */
export type SearchDatabase = Kysely<SearchTables>;

interface SearchTables {
  searches: SearchRow;
  search_chunks: ChunkRow;
}

/** Values as in `database/tables.ts`. */
export interface SearchRow {
  /** Our id, used in URLs. */
  id: string;
  /** The supplier that was asked, and the version of the chunks: only searches of the running ones are used. */
  format: string;
  /** The `searchKey`; null once a newer search of the same key and format exists. */
  key: string | null;
  /** JSON of a `FlightQuery`. */
  query: string;
  /** The language the supplier is asked in. */
  language: string;
  /** The supplier's cursor, once started. */
  cursor: string | null;
  state: SearchState;
  /** Why it failed: a `SupplierProblem`, or `fault` for an unexpected error. */
  problem: string | null;
  started_at: number;
  /** When its offers expire. */
  expires_at: number;
  /** The earliest time of the next poll. */
  next_poll_at: number;
  /** Until when one process has the exclusive lease. */
  leased_until: number;
  /** Consecutive failures of the supplier. */
  failures: number;
  /** Increases whenever there are new results. */
  version: number;
}

/**
 * - `waiting`: not yet started at the supplier
 * - `gathering`: results are arriving
 * - `complete`: the supplier said that there are no more
 * - `timed_out`: it had not said so within the maximum time
 * - `failed`: it could not continue
 */
export type SearchState = 'waiting' | 'gathering' | 'complete' | 'timed_out' | 'failed';

interface ChunkRow {
  search_id: string;
  /** The supplier's id: the same if delivered again. */
  chunk_id: string;
  /** JSON of a `Chunk`. */
  body: string;
}

/** Opens the SQLite file and applies pending migrations. @param file its path; created if missing */
export function openSearchDatabase(file: string): Promise<SearchDatabase> {
  return openDatabaseFile<SearchTables>(file, migrations, 'quick');
}

/** Released migrations are never edited: add a new one. */
const migrations: Record<string, Migration> = {
  '0001_searches': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('searches')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('key', 'text', (column) => column.unique())
        .addColumn('query', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('supplier_id', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('problem', 'text')
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('next_poll_at', 'bigint', (column) => column.notNull())
        .addColumn('leased_until', 'bigint', (column) => column.notNull())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .execute();
      await database.schema.createIndex('searches_expires_at').on('searches').column('expires_at').execute();
      await database.schema
        .createTable('search_chunks')
        .addColumn('search_id', 'text', (column) => column.notNull().references('searches.id').onDelete('cascade'))
        .addColumn('chunk_id', 'text', (column) => column.notNull())
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('search_chunks_key', ['search_id', 'chunk_id'])
        .execute();
      await database.schema
        .createIndex('search_chunks_number')
        .on('search_chunks')
        .columns(['search_id', 'number'])
        .execute();
    },
  },
  /** Searches say who made them. They are losable and live for minutes, so the tables are made anew. */
  '0002_formats': {
    async up(database: Kysely<unknown>) {
      // First the chunks, which refer to the searches; `ifExists`, because this may have been cut off before.
      await database.schema.dropTable('search_chunks').ifExists().execute();
      await database.schema.dropTable('searches').ifExists().execute();
      await database.schema
        .createTable('searches')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('format', 'text', (column) => column.notNull())
        .addColumn('key', 'text')
        .addColumn('query', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('cursor', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('problem', 'text')
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('next_poll_at', 'bigint', (column) => column.notNull())
        .addColumn('leased_until', 'bigint', (column) => column.notNull())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addUniqueConstraint('searches_key', ['format', 'key'])
        .execute();
      await database.schema.createIndex('searches_expires_at').on('searches').column('expires_at').execute();
      await database.schema
        .createTable('search_chunks')
        .addColumn('search_id', 'text', (column) => column.notNull().references('searches.id').onDelete('cascade'))
        .addColumn('chunk_id', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('search_chunks_key', ['search_id', 'chunk_id'])
        .execute();
    },
  },
};
