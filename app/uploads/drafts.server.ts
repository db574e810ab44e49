import type { Database } from '#app/database/database.server.ts';
import { hashToken, newId, newToken } from '#app/database/secrets.server.ts';
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
   * yet. The same file twice is one; past the limit the newest files are refused and deleted.
   */
  keep(token: string | undefined, outcomes: FileOutcome[], limits: FileLimits): Promise<Draft>;
  /** What a draft holds, without writing: for when writing has failed. */
  peek(token: string): Promise<Draft>;
  /** Takes files out of a draft and deletes their bytes. An unknown id is fine: it is gone. */
  remove(token: string, fileIds: string[]): Promise<void>;
}

/** Drafts in the database, their bytes in the file store. */
export function openDrafts(database: Database, store: FileStore, now: () => number = Date.now): Drafts {
  async function filesOf(draftId: string): Promise<(DraftFile & { position: number })[]> {
    const rows = await database
      .selectFrom('draft_files')
      .selectAll()
      .where('draft_id', '=', draftId)
      .orderBy('position')
      .execute();
    return rows.map(({ draft_id: _, storage_key, ...row }) => ({ ...row, storageKey: storage_key }));
  }

  async function isAlive(draftId: string): Promise<boolean> {
    const row = await database
      .selectFrom('drafts')
      .select('id')
      .where('id', '=', draftId)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    return row !== undefined;
  }

  async function create(): Promise<string> {
    const token = newToken();
    await database
      .insertInto('drafts')
      .values({ id: hashToken(token), created_at: now(), expires_at: now() + draftLifetime })
      .execute();
    return token;
  }

  return {
    async keep(givenToken, outcomes, limits) {
      const isExpired = givenToken !== undefined && !(await isAlive(hashToken(givenToken)));
      let token = isExpired ? undefined : givenToken;
      const errors = outcomes
        .filter((outcome) => outcome.status === 'error')
        .map(({ name, error }): RefusedFile => ({ name, error }));
      const arrived = outcomes.filter((outcome) => outcome.status === 'success').map((outcome) => outcome.file);
      if (!token && arrived.length > 0) token = await create();
      if (!token) return { files: [], errors, isExpired };

      const draftId = hashToken(token);
      const files = await filesOf(draftId);
      for (const file of arrived) {
        const isKnown = files.some(({ sha256, name }) => sha256 === file.sha256 && name === file.name);
        if (isKnown || files.length >= limits.maxFiles) {
          await store.remove(file.storageKey);
          if (!isKnown) errors.push({ name: file.name, error: 'too_many_files' });
          continue;
        }
        const { storageKey, ...columns } = file;
        const id = newId();
        const position = (files[files.length - 1]?.position ?? -1) + 1;
        await database
          .insertInto('draft_files')
          .values({ id, draft_id: draftId, position, storage_key: storageKey, ...columns })
          .execute();
        files.push({ id, position, ...file });
      }
      return { token, files, errors, isExpired };
    },

    async peek(token) {
      return { token, files: await filesOf(hashToken(token)), errors: [], isExpired: false };
    },

    async remove(token, fileIds) {
      if (fileIds.length === 0) return;
      const removed = await database
        .deleteFrom('draft_files')
        .where('id', 'in', fileIds)
        .where('draft_id', '=', hashToken(token))
        .returning('storage_key')
        .execute();
      await removeUnreferenced(
        database,
        store,
        removed.map((row) => row.storage_key),
      );
    },
  };
}
