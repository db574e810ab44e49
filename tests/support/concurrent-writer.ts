import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';

const sqliteBusy = 5;

/** A database whose file another connection writes to between two statements, as another process might. */
export interface ConcurrentWriter<Shape> {
  database: Kysely<Shape>;
  /** Returns the number of rows that the other connection has changed. */
  written(): number;
  close(): void;
}

/**
 * Runs a statement through another connection, once, after a given number of statements.
 * @param file path of the database
 * @param statement run by the other connection; fails immediately, without effect, if `database` holds the write lock
 * @param after the number of statements of `database` after which the other statement runs
 */
export function withConcurrentWriter<Shape>(
  database: Kysely<Shape>,
  file: string,
  statement: string,
  after: number,
): ConcurrentWriter<Shape> {
  const rival = new DatabaseSync(file);
  rival.exec('PRAGMA busy_timeout = 0; PRAGMA foreign_keys = ON');
  let written = 0;
  let finished = 0;

  function attempt(): void {
    finished += 1;
    if (finished !== after) return;
    try {
      written += Number(rival.prepare(statement).run().changes);
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    }
  }

  return {
    database: database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        attempt();
        return Promise.resolve(result);
      },
    }),
    written: () => written,
    close: () => rival.close(),
  };
}
