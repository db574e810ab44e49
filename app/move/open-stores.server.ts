import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openExclusively, openExistingDatabase } from '#app/database/database.server.ts';
import { findIntegrityProblems } from '#app/database/integrity.server.js';
import { migrations } from '#app/database/migrations.server.ts';
import { connectPostgres } from '#app/database/postgres/postgres-server.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { type Environment, loadEnvironment, loadEnvironmentWith } from '#app/env/env.server.ts';
import { ensureDatabaseComplete } from '#app/storage/unfinished-transfer.server.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { openDiskStore } from '#app/uploads/storage/disk-store.server.ts';
import { openBucket } from '#app/uploads/storage/s3/bucket.server.ts';
import { openBucketStore } from '#app/uploads/storage/s3/bucket-store.server.ts';
import type { MoveSource, MoveTarget } from './move-data.server.ts';

/** The stores of a move. */
export interface MoveStores {
  source: MoveSource;
  target: MoveTarget;
  /** The folder of the source's unfinished uploads. */
  uploads: string;
  /** Closes all stores. */
  close(): Promise<void>;
}

/** One for the transaction, and one for a statement outside it. */
const maxConnections = 2;

/**
 * Opens the stores that the command line names.
 * @param isExclusive whether nothing else may use an SQLite file until the stores are closed
 * @param from the values of `--from`; by default the data folder of the environment
 * @param to the values of `--to`; by default the stores of the environment
 * @throws {UsageError} if data cannot be moved from these stores to those
 * @throws {DatabaseError} if a database cannot be used, or the source is in use
 */
export async function openStores(
  from: readonly string[],
  to: readonly string[],
  isExclusive: boolean,
): Promise<MoveStores> {
  const sourceUrl = from.find(isPostgresUrl);
  const paths = pathsOf(from);
  const env = readTargets(to, sourceUrl);
  const { POSTGRES, BUCKET } = env;
  const source =
    sourceUrl === undefined
      ? await openEmbedded(paths, env, isExclusive)
      : await openShared(paths[0] ?? env.FILES_DIR, env);
  try {
    const bucket = BUCKET && (await openBucket(BUCKET));
    const server =
      POSTGRES && sourceUrl === undefined
        ? await connectPostgres(POSTGRES, maxConnections, () => undefined)
        : undefined;
    return {
      ...source,
      target: {
        files: bucket && { bucket, store: openBucketStore(bucket), label: BUCKET.label },
        database: server && { server, label: POSTGRES?.label ?? '' },
      },
      async close() {
        await server?.close();
        await source.close();
      },
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

const isPostgresUrl = (url: string) => /^postgres(?:ql)?:/.test(url);

/** Returns the environment whose stores are the targets; a database in `--from` is not among them. */
function readTargets(to: readonly string[], sourceUrl: string | undefined): Environment {
  const databases = to.filter(isPostgresUrl);
  const buckets = to.filter((url) => url.startsWith('s3:'));
  if (databases.length > 1 || buckets.length > 1 || databases.length + buckets.length < to.length) {
    throw new UsageError('--to must be postgres://user@host/database or s3://bucket?…, each at most once');
  }
  if (sourceUrl !== undefined && databases.length > 0) {
    throw new UsageError('Rows cannot move from one PostgreSQL database to another: use pg_dump and pg_restore');
  }
  for (const url of [...databases, sourceUrl ?? '']) ensureNoPassword(url);
  const env =
    to.length === 0 && sourceUrl === undefined
      ? loadEnvironment().env
      : loadEnvironmentWith({
          ...(to.length > 0 && { DATABASE_URL: databases[0], FILES_URL: buckets[0] }),
          ...(sourceUrl !== undefined && { DATABASE_URL: sourceUrl }),
        });
  if (env.BUCKET ?? (env.POSTGRES && sourceUrl === undefined)) return env;
  throw new UsageError('Name a target with --to, or with DATABASE_URL and FILES_URL');
}

function ensureNoPassword(url: string): void {
  if (URL.canParse(url) && new URL(url).password !== '') {
    throw new UsageError('Other users of this machine can see what is on a command line: set PGPASSWORD instead');
  }
}

/** Returns the paths in `--from`. */
function pathsOf(from: readonly string[]): string[] {
  const files = from.filter((url) => /^file:./.test(url));
  const databases = from.filter(isPostgresUrl);
  if (files.length + databases.length < from.length || databases.length > 1 || from.length > 2) {
    throw new UsageError(
      '--from must be file:FOLDER, or the database (file:SITE.DB or postgres://user@host/database) and file:FILES',
    );
  }
  return files.map((url) => resolve(url.slice('file:'.length)));
}

/** Opens a source whose rows are in PostgreSQL, so that only its files move. */
async function openShared(folder: string, { POSTGRES, UPLOADS_DIR }: Environment) {
  if (!POSTGRES) throw new UsageError('--from must name a PostgreSQL database');
  const server = await connectPostgres(POSTGRES, maxConnections, () => undefined);
  try {
    await ensureDatabaseComplete(server, POSTGRES.label);
    if (!(await server.hasTables())) {
      throw new UsageError(`The database ${POSTGRES.label} does not contain the tables of a site`);
    }
    const database = await server.open<Tables>(migrations);
    const source = { label: `postgres:${POSTGRES.label}`, database, server, files: openDiskStore(folder) };
    return { source, uploads: UPLOADS_DIR, close: () => server.close() };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Opens a source in SQLite. @param paths a data folder; or the database and the folder of files */
async function openEmbedded(paths: readonly string[], env: Environment, isExclusive: boolean) {
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const [first = env.DATA_DIR, second] = [...paths].sort((a, b) => Number(isFile(b)) - Number(isFile(a)));
  const isFolder = second === undefined && !isFile(first);
  const file = isFolder ? join(first, 'site.db') : first;
  const folder = isFolder ? join(first, 'files') : second;
  if (folder === undefined && env.BUCKET) throw new UsageError('Name the folder of files with another --from');
  const problems = existsSync(file) ? findIntegrityProblems(file, 'quick') : [];
  if (problems.length > 0) {
    throw new UsageError(`The database ${file} is damaged: ${problems.join('; ')}. See npm run check`);
  }
  const database = await (isExclusive ? openExclusively(file) : openExistingDatabase(file));
  return {
    source: { label: `file:${file}`, database, server: undefined, files: openDiskStore(folder ?? env.FILES_DIR) },
    uploads: isFolder ? join(first, 'uploads') : env.UPLOADS_DIR,
    close: () => database.destroy(),
  };
}
