import type { Kysely, Migration } from 'kysely';
import { openDatabaseFile } from '#app/database/database.server.ts';

/**
 * Searches and what came of them, in a file of their own: they may be lost, they are many, and the file of enquiries is
 * written anew whenever one is erased. No visitor's data is in here.
 */
export type SearchDatabase = Kysely<SearchTables>;

interface SearchTables {
  searches: SearchRow;
  search_chunks: ChunkRow;
}

/** Values as in `database/tables.ts`. */
export interface SearchRow {
  /** Ours, for addresses. */
  id: string;
  /** `searchKey`; cleared when a newer search of the same key takes its place. */
  key: string | null;
  /** JSON of a `FlightQuery`. */
  query: string;
  /** The language it is asked in. */
  language: string;
  /** The supplier's id for it, once it has started. */
  supplier_id: string | null;
  state: SearchState;
  /** Why it failed, in the words of `SupplierProblem`. */
  problem: string | null;
  started_at: number;
  /** Until then its offers live. */
  expires_at: number;
  /** The supplier is not asked again before. */
  next_poll_at: number;
  /** Until then one process has it to itself. */
  leased_until: number;
  /** How often the supplier failed, one time after the other. */
  failures: number;
  /** Changes whenever there is something new to show. */
  version: number;
}

/**
 * - `waiting`: not yet started at the supplier
 * - `gathering`: results are coming in
 * - `complete`: the supplier said that this is all
 * - `timed_out`: it had not said so after the longest time that is waited
 * - `failed`: it could not go on
 */
export type SearchState = 'waiting' | 'gathering' | 'complete' | 'timed_out' | 'failed';

interface ChunkRow {
  search_id: string;
  /** The supplier's; delivered again, it is the same. */
  chunk_id: string;
  /** From 1, in the order of arrival. */
  number: number;
  /** JSON of a `Chunk`. */
  body: string;
}

export function openSearchDatabase(file: string): Promise<SearchDatabase> {
  return openDatabaseFile<SearchTables>(file, migrations, 'quick');
}

/** What has been released is never edited: add a new one. */
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
};
