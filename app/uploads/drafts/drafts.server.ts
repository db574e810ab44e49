import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { DiskBudget } from '#app/disk/disk-budget.server.ts';
import { hashToken, newId, newToken } from '#app/ids/secrets.server.ts';
import type { FilesOnServer, RefusedFile } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import type { FileOutcome } from '../receive/keep-file.server.ts';
import { type FileStore, NoRoomError } from '../storage/file-store.server.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import { removeUnreferenced } from '../storage/sweep.server.ts';
import { type DraftFile, fileOfRow, filesOf, isSameFile } from './draft-rows.server.ts';

/** The files of a form that has not been submitted yet. There is no token until a file has been accepted. */
export interface Draft {
  /** For the form's hidden field; the only way to access the files. */
  token?: string;
  files: DraftFile[];
  /** Refused files, with the reason. */
  errors: RefusedFile[];
  /** A token was given, but its files have expired: the visitor must be asked to choose them again. */
  isExpired: boolean;
}

/** The part of a draft that may be sent to the page, without storage keys and hashes. */
export function filesOnServer({ token, files, errors, isExpired }: Draft): FilesOnServer {
  return { token, files: files.map(({ id, name, size }) => ({ id, name, size })), errors, isExpired };
}

/** How long files are kept for a form that has not been submitted (ms). */
export const draftLifetime = 24 * 60 * 60 * 1000;

export interface Drafts {
  /**
   * Adds the files of a post to the draft of `token`; creates the draft with the first accepted file. Duplicates are
   * dropped; beyond the limit the newest files are refused and deleted. A draft started under other rules counts as
   * expired.
   */
  keep(token: string | undefined, outcomes: FileOutcome[], limits: FileLimits): Promise<Draft>;
  /**
   * Returns the draft of a token made by the browser, creating it if needed.
   * @returns undefined if it has expired or was started under other rules
   * @throws {NoRoomError} if there is not enough disk space
   */
  begin(token: string, limits: FileLimits): Promise<{ id: string; fileCount: number } | undefined>;
  /**
   * Adds one separately uploaded file under its upload id; otherwise like `keep`. A file that is not added is deleted.
   */
  keepUploaded(
    draftId: string,
    fileId: string,
    file: StoredFile,
    limits: FileLimits,
  ): Promise<{ file: DraftFile } | { error: 'draft_expired' | 'too_many_files' }>;
  /** Finds a file by id in any draft. */
  findFile(fileId: string): Promise<{ file: DraftFile; draftId: string } | undefined>;
  /** Reads a draft without writing, for use after a write has failed. */
  peek(token: string): Promise<Draft>;
  /** Removes files from a draft and deletes their bytes. Unknown ids are ignored. */
  remove(token: string, fileIds: string[]): Promise<void>;
  /** Removes one separately uploaded file. Its upload id contains 128 random bits, so no token is required. */
  removeUploaded(fileId: string): Promise<void>;
  /** Deletes a draft with its files. */
  discard(token: string): Promise<void>;
}

/** Upper bound for the database space of one draft or draft file (bytes). */
const rowBytes = 4096;

/**
 * Drafts with their rows in the database and their bytes in the file store.
 * @param room disk space available to the rows, on the disk that holds the requests; unlimited by default
 */
export function openDrafts(
  database: Database,
  store: FileStore,
  now: () => number = Date.now,
  room?: Pick<DiskBudget, 'take'>,
): Drafts {
  const hasRoomFor = (rows: number) => room?.take(rows * rowBytes) ?? true;

  async function isActive(draftId: string, { types }: FileLimits): Promise<boolean> {
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
   * Locks a draft until the transaction ends: an update that changes nothing, because SQLite knows no `SELECT … FOR
   * UPDATE`.
   * @returns whether it is there, alive and of these rules
   */
  async function lock(transaction: Transaction<Tables>, draftId: string, { types }: FileLimits): Promise<boolean> {
    const row = await transaction
      .updateTable('drafts')
      .set(({ eb }) => ({ rules: eb.ref('rules') }))
      .where('id', '=', draftId)
      .where('expires_at', '>', now())
      .where('rules', '=', types)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Adds files in a transaction that has locked the draft, so that concurrent uploads cannot exceed the limit together,
   * in however many processes.
   * @returns all files of the draft, and the new files beyond the limit; undefined if the draft has expired, and then
   *   nothing has been added or deleted
   */
  async function add(draftId: string, arrived: { id: string; file: StoredFile }[], limits: FileLimits) {
    if (arrived.length === 0) {
      return (await isActive(draftId, limits)) ? { files: await filesOf(database, draftId), surplus: [] } : undefined;
    }
    const added = await database.transaction().execute(async (transaction) => {
      if (!(await lock(transaction, draftId, limits))) return undefined;
      const files = await filesOf(transaction, draftId);
      const duplicates: StoredFile[] = [];
      const surplus: StoredFile[] = [];
      for (const { id, file } of arrived) {
        if (files.some((other) => isSameFile(other, file))) {
          duplicates.push(file);
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
      return { files, duplicates, surplus };
    });
    if (!added) return undefined;
    for (const { storageKey } of [...added.duplicates, ...added.surplus]) await store.remove(storageKey);
    return added;
  }

  /** Deletes the bytes of deleted rows, unless something else refers to them. */
  async function removeBytes(rows: { storage_key: string }[]): Promise<void> {
    await removeUnreferenced(
      database,
      store,
      rows.map((row) => row.storage_key),
    );
  }

  return {
    async keep(givenToken, outcomes, limits) {
      const errors = outcomes
        .filter((outcome) => outcome.status === 'error')
        .map(({ name, error }): RefusedFile => ({ name, error }));
      const arrived = outcomes
        .filter((outcome) => outcome.status === 'success')
        .map(({ file }) => ({ id: newId(), file }));
      if (arrived.length > 0 && !hasRoomFor(1 + arrived.length)) {
        for (const { file } of arrived.splice(0)) {
          await store.remove(file.storageKey);
          errors.push({ name: file.name, error: 'file_no_room' });
        }
      }
      let token = givenToken;
      let added = token === undefined ? undefined : await add(hashToken(token), arrived, limits);
      const isExpired = token !== undefined && !added;
      if (!added && arrived.length > 0) {
        token = newToken();
        await create(token, limits);
        added = await add(hashToken(token), arrived, limits);
      }
      if (!added) return { files: [], errors, isExpired };

      const { files, surplus } = added;
      for (const { name } of surplus) errors.push({ name, error: 'too_many_files' });
      return { token, files, errors, isExpired };
    },

    async begin(token, limits) {
      if (!hasRoomFor(1)) throw new NoRoomError('Not enough disk space for a draft');
      await create(token, limits);
      const id = hashToken(token);
      if (!(await isActive(id, limits))) return undefined;
      return { id, fileCount: (await filesOf(database, id)).length };
    },

    async keepUploaded(draftId, fileId, file, limits) {
      const added = await add(draftId, [{ id: fileId, file }], limits);
      if (!added) {
        await store.remove(file.storageKey);
        return { error: 'draft_expired' };
      }
      const kept = added.files.find((other) => isSameFile(other, file));
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
