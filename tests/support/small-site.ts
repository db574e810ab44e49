import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, openDatabaseFile } from '../../app/database/database.server.ts';
import { migrations } from '../../app/database/migrations.server.ts';
import type { Tables } from '../../app/database/tables.ts';
import { storeEnquiry } from '../../app/enquiries/store/store-enquiry.server.ts';
import { recordErasures } from '../../app/retention/erasures.server.ts';
import { eraseEnquiry, type ErasureReason } from '../../app/retention/retention.server.ts';
import { openDiskStore } from '../../app/uploads/storage/disk-store.server.ts';
import type { FileStore } from '../../app/uploads/storage/file-store.server.ts';

/** A site's database and files, without its process. */
export interface SmallSite {
  folder: string;
  database: Database;
  files: FileStore;
  /** The paths of its data. */
  paths: { database: string; files: string; erasures: string; flightsDatabase: string };
  /** Stores a request with one file for each text. */
  send(name: string, ...texts: string[]): Promise<{ id: string; reference: string; keys: string[] }>;
  /** Erases a request as the site does. */
  erase(id: string, reason?: ErasureReason): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database of a site in SQLite, even in tests that otherwise run on PostgreSQL. */
export const openSqlite = (file: string): Promise<Database> => openDatabaseFile<Tables>(file, migrations, 'durable');

/**
 * @param stores how to open its database, by default with the engine that the tests run on; its file store, by default
 *   in the folder
 */
export async function openSmallSite(
  folder = mkdtempSync(join(tmpdir(), 'small-site-')),
  stores: { open?: (file: string) => Promise<Database>; files?: FileStore } = {},
): Promise<SmallSite> {
  const paths = dataPaths(folder);
  const database = await (stores.open ?? openDatabase)(paths.database);
  const files = stores.files ?? openDiskStore(paths.files);
  return {
    ...{ folder, database, files, paths },
    async send(name, ...texts) {
      const attachments = await Promise.all(texts.map((text, index) => storeFile(files, `${name} ${index}.pdf`, text)));
      const fields = { name, phone: '+966501234567', email: 'a@b.example', message: name };
      const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments, privacyNotice: 'x' };
      const { id, reference } = await storeEnquiry(database, enquiry, 'api', Date.now());
      return { id, reference, keys: attachments.map(({ storageKey }) => storageKey) };
    },
    async erase(id, reason = 'visitor') {
      await eraseEnquiry(database, files, id, reason, Date.now());
      await recordErasures(database, paths.erasures);
    },
    close: () => database.destroy(),
  };
}

/** Returns the paths in a data folder. */
export function dataPaths(folder: string): SmallSite['paths'] {
  const path = (name: string) => join(folder, name);
  return {
    database: path('site.db'),
    files: path('files'),
    erasures: path('erasures.txt'),
    flightsDatabase: path('flights.db'),
  };
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

async function storeFile(files: FileStore, name: string, text: string) {
  const bytes = Buffer.from(text);
  const writer = await files.create();
  await writer.write(bytes);
  await writer.commit();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, type: 'application/pdf', size: bytes.length, sha256, storageKey: writer.key };
}
