import type { Selectable } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import { hashToken, newId, newToken } from '#app/database/secrets.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { FileStore } from './file-store.server.ts';
import type { FilesOnServer, RefusedFile } from './file-status.ts';
import type { FileOutcome, StoredFile } from './keep-file.server.ts';
import type { FileLimits } from './limits.ts';
import { removeUnreferenced } from './sweep.server.ts';

/** A file that waits in a draft. `id` is what a remove button names. */
export interface DraftFile extends StoredFile {
  id: string;
}

/** The files of a form that has not been sent yet. Without a good file there is no token. */
export interface Draft {
  /** Goes into a hidden field; the only key to the files. */
  token?: string;
  files: DraftFile[];
  /** Files that were not kept, and why. */
  errors: RefusedFile[];
  /** A token was given, but its files are gone: the visitor must be told to choose them again. */
  isExpired: boolean;
}

/** What a page may know of a draft. */
export function filesOnServer({ token, files, errors, isExpired }: Draft): FilesOnServer {
  return { token, files: files.map(({ id, name, size }) => ({ id, name, size })), errors, isExpired };
}

/** How long files wait for their form to be sent. */
export const draftLifetime = 24 * 60 * 60 * 1000;

export interface Drafts {
  /**
   * Adds what a post brought to the draft of `token`, which is made when there is a good file and no draft
   * yet. The same file twice is one; past the limit the newest files are refused and deleted. A draft that was
   * begun under other rules is as good as expired.
   */
  keep(token: string | undefined, outcomes: FileOutcome[], limits: FileLimits): Promise<Draft>;
  /**
   * The draft of a token that a browser has made, begun now if need be.
   * @returns undefined when it has expired, or was begun under other rules
   */
  begin(token: string, limits: FileLimits): Promise<{ id: string; fileCount: number } | undefined>;
  /**
   * Adds one file that went up by itself, under its upload's id; otherwise as `keep`. A file that is not added
   * is deleted.
   */
  keepUploaded(
    draftId: string,
    fileId: string,
    file: StoredFile,
    limits: FileLimits,
  ): Promise<{ file: DraftFile } | { error: 'draft_expired' | 'too_many_files' }>;
  /** A file that waits in any draft. */
  findFile(fileId: string): Promise<{ file: DraftFile; draftId: string } | undefined>;
  /** What a draft holds, without writing: for when writing has failed. */
  peek(token: string): Promise<Draft>;
  /** Takes files out of a draft and deletes their bytes. An unknown id is fine: it is gone. */
  remove(token: string, fileIds: string[]): Promise<void>;
  /** Takes out one file that went up by itself: its upload's id, 128 random bits, is key enough. */
  removeUploaded(fileId: string): Promise<void>;
  /** Ends a draft with everything in it. */
  discard(token: string): Promise<void>;
}

/** Drafts in the database, their bytes in the file store. */
export function openDrafts(database: Database, store: FileStore, now: () => number = Date.now): Drafts {
  async function filesOf(from: Database, draftId: string): Promise<PlacedFile[]> {
    const rows = await from
      .selectFrom('draft_files')
      .selectAll()
      .where('draft_id', '=', draftId)
      .orderBy('position')
      .execute();
    return rows.map(fileOfRow);
  }

  async function isAlive(draftId: string, { types }: FileLimits): Promise<boolean> {
    const row = await database
      .selectFrom('drafts')
      .select('id')
      .where('id', '=', draftId)
      .where('expires_at', '>', now())
      .where('rules', '=', types)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function create(token: string, { types }: FileLimits): Promise<void> {
    await database
      .insertInto('drafts')
      .values({ id: hashToken(token), created_at: now(), expires_at: now() + draftLifetime, rules: types })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /**
   * Files that came at the same time are added one after the other, so that they do not exceed the limit together.
   * @returns all files of the draft, and those of the new ones that were not added
   */
  async function add(draftId: string, arrived: { id: string; file: StoredFile }[], limits: FileLimits) {
    const { files, known, surplus } = await database.transaction().execute(async (transaction) => {
      const files = await filesOf(transaction, draftId);
      const known: StoredFile[] = [];
      const surplus: StoredFile[] = [];
      for (const { id, file } of arrived) {
        if (files.some((other) => isSameFile(other, file))) {
          known.push(file);
          continue;
        }
        if (files.length >= limits.maxFiles) {
          surplus.push(file);
          continue;
        }
        const { storageKey, ...columns } = file;
        const position = (files[files.length - 1]?.position ?? -1) + 1;
        await transaction
          .insertInto('draft_files')
          .values({ id, draft_id: draftId, position, storage_key: storageKey, ...columns })
          .execute();
        files.push({ id, position, ...file });
      }
      return { files, known, surplus };
    });
    for (const { storageKey } of [...known, ...surplus]) await store.remove(storageKey);
    return { files, surplus };
  }

  /** Deletes the bytes of rows that have just been deleted. */
  async function removeBytes(rows: { storage_key: string }[]): Promise<void> {
    await removeUnreferenced(
      database,
      store,
      rows.map((row) => row.storage_key),
    );
  }

  return {
    async keep(givenToken, outcomes, limits) {
      const isExpired = givenToken !== undefined && !(await isAlive(hashToken(givenToken), limits));
      let token = isExpired ? undefined : givenToken;
      const errors = outcomes
        .filter((outcome) => outcome.status === 'error')
        .map(({ name, error }): RefusedFile => ({ name, error }));
      const arrived = outcomes
        .filter((outcome) => outcome.status === 'success')
        .map(({ file }) => ({ id: newId(), file }));
      if (!token && arrived.length > 0) {
        token = newToken();
        await create(token, limits);
      }
      if (!token) return { files: [], errors, isExpired };

      const { files, surplus } = await add(hashToken(token), arrived, limits);
      for (const { name } of surplus) errors.push({ name, error: 'too_many_files' });
      return { token, files, errors, isExpired };
    },

    async begin(token, limits) {
      await create(token, limits);
      const id = hashToken(token);
      if (!(await isAlive(id, limits))) return undefined;
      return { id, fileCount: (await filesOf(database, id)).length };
    },

    async keepUploaded(draftId, fileId, file, limits) {
      if (!(await isAlive(draftId, limits))) {
        await store.remove(file.storageKey);
        return { error: 'draft_expired' };
      }
      const { files } = await add(draftId, [{ id: fileId, file }], limits);
      const kept = files.find((other) => isSameFile(other, file));
      return kept ? { file: kept } : { error: 'too_many_files' };
    },

    async findFile(fileId) {
      const row = await database.selectFrom('draft_files').selectAll().where('id', '=', fileId).executeTakeFirst();
      return row && { file: fileOfRow(row), draftId: row.draft_id };
    },

    async peek(token) {
      return { token, files: await filesOf(database, hashToken(token)), errors: [], isExpired: false };
    },

    async remove(token, fileIds) {
      if (fileIds.length === 0) return;
      const removed = await database
        .deleteFrom('draft_files')
        .where('id', 'in', fileIds)
        .where('draft_id', '=', hashToken(token))
        .returning('storage_key')
        .execute();
      await removeBytes(removed);
    },

    async removeUploaded(fileId) {
      await removeBytes(
        await database.deleteFrom('draft_files').where('id', '=', fileId).returning('storage_key').execute(),
      );
    },

    async discard(token) {
      const id = hashToken(token);
      const removed = await database
        .deleteFrom('draft_files')
        .where('draft_id', '=', id)
        .returning('storage_key')
        .execute();
      await database.deleteFrom('drafts').where('id', '=', id).execute();
      await removeBytes(removed);
    },
  };
}

type PlacedFile = DraftFile & { position: number };

function fileOfRow({ draft_id: _, storage_key, ...row }: Selectable<Tables['draft_files']>): PlacedFile {
  return { ...row, storageKey: storage_key };
}

function isSameFile(a: StoredFile, b: StoredFile): boolean {
  return a.sha256 === b.sha256 && a.name === b.name;
}
