import { type Database, openDatabase, openExistingDatabase } from '#app/database/database.server.ts';
import { DatabaseError } from '#app/database/database-error.ts';
import { migrations } from '#app/database/migrations.server.ts';
import { connectPostgres, type PostgresServer } from '#app/database/postgres/postgres-server.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { type DiskSpace, openDiskSpace } from '#app/disk/disk-space.server.ts';
import { findWriteProblem } from '#app/disk/find-write-problem.server.ts';
import { openDataFolders } from '#app/env/data-folders.server.ts';
import type { Environment } from '#app/env/env.server.ts';
import {
  openSearchDatabase,
  openSharedSearches,
  type SearchDatabase,
} from '#app/flights/searches/search-database.server.ts';
import { openDiskStore } from '#app/uploads/storage/disk-store.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { openBucket } from '#app/uploads/storage/s3/bucket.server.ts';
import { ensureUsable, watchBucket } from '#app/uploads/storage/s3/bucket-health.server.ts';
import { openBucketStore } from '#app/uploads/storage/s3/bucket-store.server.ts';
import { ensureBucketComplete, ensureDatabaseComplete } from './unfinished-transfer.server.ts';

/** Visitors' data: the database and the file store. */
export interface Storage {
  database: Database;
  files: FileStore;
  /** Closes the databases. Call once, after the last use. */
  close(): Promise<void>;
}

/** Everything that the running site stores. */
export interface SiteStorage extends Storage {
  /**
   * The same file store for completed uploads. Its disk budget is larger: moving one temporarily takes up twice its
   * size.
   */
  movedFiles: FileStore;
  searches: SearchDatabase;
  space: DiskSpace;
  /** Returns why files cannot be stored at the moment, if so. */
  findFilesProblem: () => Promise<string | undefined>;
  /** The server that several processes share; undefined with SQLite. */
  server: PostgresServer | undefined;
}

/**
 * Opens the storage of the running site: creates missing folders and databases, applies migrations, and reserves disk
 * space for requests.
 * @param onConnectionLost is called when a PostgreSQL server has closed a connection that nobody was using
 * @throws {EnvironmentError} if a folder cannot be created or written, or the bucket cannot be used
 * @throws {DatabaseError} if a database cannot be used
 */
export async function openStorage(env: Environment, onConnectionLost: (error: Error) => void): Promise<SiteStorage> {
  openDataFolders(env);
  const filesFolder = env.BUCKET ? undefined : env.FILES_DIR;
  const space = openDiskSpace({
    database: env.POSTGRES ? undefined : env.DATABASE_FILE,
    files: filesFolder,
    // Uploads that several processes can continue are stored among the files.
    uploads: env.POSTGRES ? filesFolder : env.UPLOADS_DIR,
    data: env.DATA_DIR,
  });
  const stores = await openFiles(env, space);
  if (env.POSTGRES) {
    const server = await connectPostgres(env.POSTGRES, env.DATABASE_CONNECTIONS, onConnectionLost);
    try {
      await ensureDatabaseComplete(server, env.POSTGRES.label);
      const database = await server.open<Tables>(migrations);
      const searches = await openSharedSearches(server);
      return { database, ...stores, searches, space, server, close: () => server.close() };
    } catch (error) {
      await server.close();
      throw error;
    }
  }
  const database = await openDatabase(env.DATABASE_FILE, space.reserve);
  const searches = await openSearchDatabase(env.FLIGHTS_FILE).catch(async (error: unknown) => {
    await database.destroy();
    throw error;
  });
  return {
    ...{ database, ...stores, searches, space, server: undefined },
    async close() {
      await searches.destroy();
      await database.destroy();
    },
  };
}

/** Opens the stores of files. @throws {EnvironmentError} if the bucket cannot be used */
async function openFiles(
  { BUCKET, FILES_DIR }: Environment,
  space: DiskSpace,
): Promise<Pick<SiteStorage, 'files' | 'movedFiles' | 'findFilesProblem'>> {
  if (!BUCKET) {
    return {
      files: openDiskStore(FILES_DIR, space.files),
      movedFiles: openDiskStore(FILES_DIR, space.completedUploads),
      findFilesProblem: () => Promise.resolve(findWriteProblem(FILES_DIR)),
    };
  }
  const bucket = await openBucket(BUCKET);
  await ensureUsable(bucket);
  await ensureBucketComplete(bucket, BUCKET.label);
  const files = openBucketStore(bucket);
  return { files, movedFiles: files, findFilesProblem: watchBucket(bucket) };
}

/** Opens the file store for the command line. */
export async function openExistingFiles({ BUCKET, FILES_DIR }: Environment): Promise<FileStore> {
  return BUCKET ? openBucketStore(await openBucket(BUCKET)) : openDiskStore(FILES_DIR);
}

/**
 * Opens the storage for the command line, alongside the running site. Never creates a database: an empty one would look
 * like a site without requests.
 * @throws {DatabaseError} if the database does not exist or cannot be used
 */
export async function openExistingStorage(env: Environment): Promise<Storage> {
  if (env.POSTGRES) {
    const server = await connectPostgres(env.POSTGRES, toolConnections, ignoreLostConnection);
    try {
      await ensureDatabaseComplete(server, env.POSTGRES.label);
      if (!(await server.hasTables())) {
        throw new DatabaseError(
          `The database ${env.POSTGRES.label} does not contain the tables of a site. Is DATABASE_URL correct?`,
        );
      }
      const database = await server.open<Tables>(migrations);
      return { database, files: await openExistingFiles(env), close: () => server.close() };
    } catch (error) {
      await server.close();
      throw error;
    }
  }
  const database = await openExistingDatabase(env.DATABASE_FILE);
  return { database, files: await openExistingFiles(env), close: () => database.destroy() };
}

/** A command runs one statement at a time, but a transaction may hold the other connection. */
const toolConnections = 2;

/** The command's next statement reports the error. */
const ignoreLostConnection = () => undefined;
