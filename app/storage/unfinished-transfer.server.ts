import { buffer } from 'node:stream/consumers';
import { DatabaseError } from '#app/database/database-error.ts';
import type { PostgresServer } from '#app/database/postgres/postgres-server.server.ts';
import { EnvironmentError } from '#app/env/env.server.ts';
import type { Bucket } from '#app/uploads/storage/s3/bucket.server.ts';
import { BucketError, isTemporary } from '#app/uploads/storage/s3/bucket-error.server.ts';

/**
 * Work that fills a store, and where the data comes from. The store is marked while the work is running and after an
 * interruption: no site starts on it, and the same work may replace its content.
 */
export interface Transfer {
  work: 'move' | 'restore';
  source: string;
}

/** The table that marks a database. */
export const transferTable = 'unfinished_transfer';
/** The object that marks a bucket. */
const transferObject = 'unfinished-transfer';

/** Reads the mark of a database; undefined if there is none. */
export async function readTransfer(server: PostgresServer): Promise<Transfer | undefined> {
  const { rows: found } = await server.query({ text: `SELECT 1 WHERE to_regclass('${transferTable}') IS NOT NULL` });
  if (found.length === 0) return undefined;
  return (await server.query({ text: `SELECT work, source FROM ${transferTable}` })).rows[0] as Transfer;
}

/** Marks a database. */
export async function markDatabase(server: PostgresServer, { work, source }: Transfer): Promise<void> {
  const literal = (text: string) => `'${text.replace(/'/g, "''")}'`;
  // In one statement, because a table without a row would say nothing.
  await server.query({
    text: `CREATE TABLE IF NOT EXISTS ${transferTable} AS SELECT ${literal(work)} AS work, ${literal(source)} AS source`,
  });
}

/** Removes the mark of a database. */
export async function unmarkDatabase(server: PostgresServer): Promise<void> {
  await server.query({ text: `DROP TABLE IF EXISTS ${transferTable}` });
}

/** @throws {DatabaseError} if a database is marked */
export async function ensureDatabaseComplete(server: PostgresServer, label: string): Promise<void> {
  const transfer = await readTransfer(server);
  if (transfer) throw new DatabaseError(`The database ${label} is incomplete: ${adviceFor(transfer)}`);
}

/** Reads the mark of a bucket; undefined if there is none. */
export async function readBucketTransfer(bucket: Bucket): Promise<Transfer | undefined> {
  const body = await bucket.get(transferObject, 0);
  return body && (JSON.parse((await buffer(body)).toString()) as Transfer);
}

/** Marks a bucket. */
export function markBucket(bucket: Bucket, transfer: Transfer): Promise<void> {
  return bucket.put(transferObject, Buffer.from(JSON.stringify(transfer)));
}

/** Removes the mark of a bucket. */
export function unmarkBucket(bucket: Bucket): Promise<void> {
  return bucket.remove(transferObject);
}

/** @throws {EnvironmentError} if a bucket is marked; not if it is only temporarily unavailable */
export async function ensureBucketComplete(bucket: Bucket, label: string): Promise<void> {
  const transfer = await readBucketTransfer(bucket).catch((error: unknown) => {
    if (error instanceof BucketError && isTemporary(error)) return undefined;
    throw error;
  });
  if (transfer) throw new EnvironmentError(`The bucket ${label} is incomplete: ${adviceFor(transfer)}`);
}

function adviceFor({ work, source }: Transfer): string {
  return `a ${work} from ${source} is running or was interrupted. Run it again until it has finished.`;
}
