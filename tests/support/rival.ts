import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';

/** A database as its process sees it while another process writes to the same file, between two of its statements. */
export interface Rival<Shape> {
  database: Kysely<Shape>;
  /** How many rows the other process has changed. */
  written(): number;
  close(): void;
}

/**
 * @param file of the database
 * @param statement that the rival tries through a connection of its own. Where the other holds the write lock it fails at
 *   once, without effect
 * @param after how many statements of the other
 */
export function withRival<Shape>(
  database: Kysely<Shape>,
  file: string,
  statement: string,
  after: number,
): Rival<Shape> {
  const rival = new DatabaseSync(file);
  rival.exec('PRAGMA busy_timeout = 0; PRAGMA foreign_keys = ON');
  let written = 0;
  let seen = 0;

  function attempt(): void {
    seen += 1;
    if (seen !== after) return;
    try {
      written += Number(rival.prepare(statement).run().changes);
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== 5) throw error;
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
