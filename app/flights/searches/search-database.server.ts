import { type Kysely, sql } from 'kysely';
import { openDatabaseFile } from '#app/database/database.server.ts';
import { isPostgres } from '#app/database/dialect.server.ts';
import type { SchemaMigrations } from '#app/database/migrate.server.ts';
import type { PostgresServer } from '#app/database/postgres/postgres-server.server.ts';
import type { SupplierProblem } from '../suppliers/supplier.server.ts';

/**
 * Database of searches and their results. It is a separate file because searches are numerous and expendable, and
 * because the enquiry database is rewritten at every erasure. It contains no personal data of visitors.
 */
export type SearchDatabase = Kysely<SearchTables>;

interface SearchTables {
  searches: SearchRow;
  search_chunks: ChunkRow;
}

/** A row of `searches`. Values follow the conventions of `database/tables.ts`. */
export interface SearchRow {
  /** Our own id, used in URLs. */
  id: string;
  /** The supplier's name and the chunk version. Searches of another supplier or version are never used. */
  format: string;
  /** The `searchKey`; null once released, so that a new search with the same key and format can be added. */
  key: string | null;
  /** JSON of a `FlightQuery`. */
  query: string;
  /** The language of requests to the supplier. */
  language: string;
  /** The supplier's cursor; null until the search has started. */
  cursor: string | null;
  state: SearchState;
  /** Why the search failed or lacks part of what partners sent. */
  problem: SearchProblem | null;
  started_at: number;
  /** When the offers expire. */
  expires_at: number;
  /** The earliest time of the next poll. */
  next_poll_at: number;
  /** When the exclusive lease of a process ends; 0 if there is none. */
  leased_until: number;
  /** Number of consecutive failures of the supplier. */
  failures: number;
  /** Increases whenever there are new results. */
  version: number;
}

/**
 * - `waiting`: not yet started with the supplier
 * - `gathering`: results are arriving
 * - `complete`: the supplier has delivered all results
 * - `timed_out`: the supplier did not deliver all results within the maximum duration
 * - `failed`: the search could not continue after an error
 */
export type SearchState = 'waiting' | 'gathering' | 'complete' | 'timed_out' | 'failed';

/** A problem with the supplier, or `fault` for an unexpected error of ours. */
export type SearchProblem = SupplierProblem | 'fault';

export interface ChunkRow {
  search_id: string;
  /** The supplier's id, which stays the same if the chunk is delivered again. */
  chunk_id: string;
  /** JSON of a `Chunk`. */
  body: string;
}

/** Opens the SQLite file and applies pending migrations. @param file path of the file; created if missing */
export function openSearchDatabase(file: string): Promise<SearchDatabase> {
  return openDatabaseFile<SearchTables>(file, migrations, 'quick');
}

/** Opens the tables in the site's database, shared by all processes. Applies pending migrations. */
export function openSharedSearches(server: PostgresServer): Promise<SearchDatabase> {
  return server.open<SearchTables>(migrations, 'search_');
}

/** Never edit a released migration; add a new one instead. */
const migrations: SchemaMigrations = {
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
  /** Adds the format of each search. Searches are expendable and live for minutes, so the tables are recreated. */
  '0002_formats': {
    isContraction: true,
    async up(database: Kysely<unknown>) {
      // Chunks reference searches, so they are dropped first. `ifExists`: an earlier run may have been interrupted.
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
  /** Searches may be lost in a crash, so they need no write-ahead log. */
  '0003_unlogged': {
    async up(database: Kysely<unknown>) {
      if (!isPostgres(database)) return;
      await sql`ALTER TABLE search_chunks SET UNLOGGED`.execute(database);
      await sql`ALTER TABLE searches SET UNLOGGED`.execute(database);
    },
  },
};
