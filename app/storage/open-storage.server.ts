import { type Database, openDatabase, openExistingDatabase } from '#app/database/database.server.ts';
import { type DiskSpace, openDiskSpace } from '#app/disk/disk-space.server.ts';
import { openDataFolders } from '#app/env/data-folders.server.ts';
import type { Environment } from '#app/env/env.server.ts';
import { openSearchDatabase, type SearchDatabase } from '#app/flights/searches/search-database.server.ts';
import { openDiskStore } from '#app/uploads/storage/disk-store.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';

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
}

/**
 * Opens the storage of the running site: creates missing folders and databases, applies migrations, and reserves disk
 * space for requests.
 * @throws {EnvironmentError} if a folder cannot be created or written
 * @throws {DatabaseError} if a database cannot be used
 */
export async function openStorage(env: Environment): Promise<SiteStorage> {
  openDataFolders(env);
  const space = openDiskSpace({ database: env.DATABASE_FILE, files: env.FILES_DIR, data: env.DATA_DIR });
  const database = await openDatabase(env.DATABASE_FILE, space.reserve);
  const searches = await openSearchDatabase(env.FLIGHTS_FILE).catch(async (error: unknown) => {
    await database.destroy();
    throw error;
  });
  return {
    database,
    files: openDiskStore(env.FILES_DIR, space.files),
    movedFiles: openDiskStore(env.FILES_DIR, space.completedUploads),
    searches,
    space,
    async close() {
      await searches.destroy();
      await database.destroy();
    },
  };
}

/**
 * Opens the storage for the command line, alongside the running site. Never creates a database: an empty one would look
 * like a site without requests.
 * @throws {DatabaseError} if the database does not exist or cannot be used
 */
export async function openExistingStorage(env: Environment): Promise<Storage> {
  const database = await openExistingDatabase(env.DATABASE_FILE);
  return { database, files: openDiskStore(env.FILES_DIR), close: () => database.destroy() };
}
