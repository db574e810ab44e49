/** Thrown when the database cannot be used. The message is a sentence for operators. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** Thrown when the database server does not respond. A retry may succeed a few seconds later. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/**
 * PostgreSQL's classes and codes of transient errors: lost connections (08), lack of resources (53), operators who
 * restart the server (57), its disk (58), conflicts with other transactions, and a standby that has not been promoted
 * yet.
 */
const transientPostgresCode = /^(?:(?:08|53|57|58)...|40001|40P01|55P03|25006)$/;

/** SQLite's result codes of transient errors: BUSY, READONLY, IOERR, FULL, CANTOPEN (sqlite.org/rescode.html). */
const transientSqliteCodes = new Set([5, 8, 10, 13, 14]);

/** Whether a statement failed because the database cannot work at the moment, so that a retry may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  const { code, errcode, severity } = error as { code?: unknown; errcode?: unknown; severity?: unknown };
  if (typeof errcode === 'number') return transientSqliteCodes.has(errcode & 0xff);
  return severity !== undefined && typeof code === 'string' && transientPostgresCode.test(code);
}

/** How soon clients should retry during an outage of the database (s). */
export const outageRetryAfter = 30;
