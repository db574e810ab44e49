import { type Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import type { Database } from '#app/database/database.server.ts';
import { headLength } from '../receive/file-type.server.ts';
import type { UploadContent } from '../receive/store-uploaded-file.server.ts';
import { type FileStore, type FileWriter } from '../storage/file-store.server.ts';
import { copyPieces, readPieces, removeSharedUploads } from './shared-uploads.server.ts';
import type { UnfinishedIndex } from './unfinished-index.server.ts';
import type { UnfinishedStore } from './unfinished-store.server.ts';
import { UploadRejection } from './upload-rejection.server.ts';

/**
 * Maximum size of a piece (bytes): a killed process loses one at most. Smaller than a part of an S3 upload, so that
 * each piece is a single object.
 */
const maxPieceSize = 4 * 1024 * 1024;
/** Maximum time for a piece to arrive (ms), to limit what a killed process loses on a slow connection. */
const maxPieceTime = 30_000;

/**
 * A tus store for unfinished uploads that any process can continue. Each request adds pieces of the file to the file store,
 * which all processes share, and a row with each position. A piece counts only if the upload ends exactly where it
 * begins, so two processes can never both continue it: the later one is told to ask for the offset.
 */
export class SharedStore extends DataStore implements UnfinishedStore {
  readonly #database: Database;
  readonly #files: FileStore;
  readonly #lifetime: number;
  readonly #index: UnfinishedIndex;

  /** @param lifetime time until an unfinished upload expires (ms) */
  constructor(database: Database, files: FileStore, lifetime: number, index: UnfinishedIndex) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
    this.#database = database;
    this.#files = files;
    this.#lifetime = lifetime;
    this.#index = index;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { draft = '', name = '', rules = '' } = upload.metadata ?? {};
    await this.#database
      .insertInto('unfinished_uploads')
      .values({
        ...{ id: upload.id, draft_id: draft ?? '', name: name ?? '', rules: rules ?? '' },
        ...{ size: upload.size ?? 0, received: 0, created_at: Date.now() },
      })
      .execute();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#database
      .selectFrom('unfinished_uploads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new UploadRejection(404, 'The upload does not exist\n');
    const { draft_id, name, rules, size, received, created_at } = row;
    this.#index.recordProgress({ id, bytes: received, size });
    return new Upload({
      ...{ id, size, offset: received, metadata: { draft: draft_id, name, rules } },
      creation_date: new Date(created_at).toISOString(),
    });
  }

  /**
   * Writes until the space runs out, and then ends as if the connection had broken: the bytes written so far count, and
   * the rest of the request is drained, so that the browser receives the response.
   */
  override async write(body: Readable, id: string, offset: number): Promise<number> {
    let position = offset;
    let piece: { writer: FileWriter; size: number; startedAt: number } | undefined;
    let hasRoom = true;

    const finishPiece = async () => {
      if (!piece) return;
      const { writer, size } = piece;
      await writer.commit();
      piece = undefined;
      await this.#append(id, { storageKey: writer.key, position, size });
      position += size;
    };

    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        hasRoom &&= this.#index.take(id, chunk.length);
        if (!hasRoom) continue;
        piece ??= { writer: await this.#files.create(), size: 0, startedAt: performance.now() };
        await piece.writer.write(chunk);
        piece.size += chunk.length;
        if (piece.size >= maxPieceSize || performance.now() - piece.startedAt > maxPieceTime) await finishPiece();
      }
      await finishPiece();
      return position;
    } catch (error) {
      await piece?.writer.discard();
      throw error;
    }
  }

  /** @throws {UploadRejection} if the upload does not end where the piece begins, or does not exist */
  async #append(id: string, piece: { storageKey: string; position: number; size: number }): Promise<void> {
    const { storageKey, position, size } = piece;
    const isAppended = await this.#database.transaction().execute(async (transaction) => {
      const upload = await transaction
        .updateTable('unfinished_uploads')
        .set({ received: position + size })
        .where('id', '=', id)
        .where('received', '=', position)
        .returning('id')
        .executeTakeFirst();
      if (!upload) return false;
      await transaction
        .insertInto('upload_pieces')
        .values({ storage_key: storageKey, upload_id: id, position, size })
        .execute();
      return true;
    });
    if (isAppended) return;
    await this.#files.remove(storageKey);
    throw new UploadRejection(409, 'Another request has continued this upload\n');
  }

  override async remove(id: string): Promise<void> {
    const isRemoved = await removeSharedUploads(this.#database, this.#files, [id]);
    this.#index.end(id, false);
    if (!isRemoved) throw new UploadRejection(404, 'The upload does not exist\n');
  }

  override getExpiration(): number {
    return this.#lifetime;
  }

  contentOf(id: string): UploadContent {
    const pieces = () => readPieces(this.#database, this.#files, id);
    return {
      async readHead() {
        const chunks: Uint8Array[] = [];
        let length = 0;
        for await (const chunk of pieces()) {
          chunks.push(chunk);
          length += chunk.length;
          if (length >= headLength) break;
        }
        return Buffer.concat(chunks).subarray(0, headLength);
      },
      addTo: (files) => copyPieces(pieces(), files),
    };
  }
}
