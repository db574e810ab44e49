import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileStore as TusStore } from '@tus/file-store';
import { type UploadContent, uploadInFile } from '../receive/store-uploaded-file.server.ts';
import type { UnfinishedIndex, UploadSource } from './unfinished-index.server.ts';
import type { UnfinishedStore } from './unfinished-store.server.ts';
import { readDeclaredSize } from './unfinished-uploads.server.ts';
import { uploadIdPattern } from './upload-id.ts';

const minute = 60_000;

/** A tus store for unfinished uploads in a folder that only one process uses. Writes only what the index allows. */
export class FolderStore extends TusStore implements UnfinishedStore {
  readonly #index: UnfinishedIndex;

  /** @param lifetime time until an unfinished upload expires (ms) */
  constructor(directory: string, lifetime: number, index: UnfinishedIndex) {
    super({ directory, expirationPeriodInMilliseconds: lifetime });
    this.#index = index;
  }

  /**
   * Writes until the space runs out, and then ends as if the connection had broken: the bytes written so far count, and
   * the rest of the request is drained, so that the browser receives the response.
   */
  override write(body: Readable, id: string, offset: number): Promise<number> {
    return super.write(Readable.from(this.#whileSpaceLasts(body, id), { objectMode: false }), id, offset);
  }

  override async remove(id: string): Promise<void> {
    await super.remove(id);
    this.#index.end(id, false);
  }

  contentOf(id: string): UploadContent {
    return uploadInFile(join(this.directory, id));
  }

  async *#whileSpaceLasts(body: Readable, id: string): AsyncGenerator<Uint8Array> {
    let hasRoom = true;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      hasRoom &&= this.#index.take(id, chunk.length);
      if (hasRoom) yield chunk;
    }
  }
}

/** Lists the uploads in a folder, of which the sweep may have deleted some. */
export function uploadsInFolder(folder: string): UploadSource {
  return {
    isShared: false,
    lifetime: minute,
    async list(known) {
      const ids = (await readdir(folder)).filter((name) => uploadIdPattern.test(name));
      const uploads = await Promise.all(
        ids.map(async (id) => {
          if (known.has(id)) return { id };
          const path = join(folder, id);
          const [bytes, size = 0] = await Promise.all([sizeOf(path), readDeclaredSize(path)]);
          return bytes === undefined ? undefined : { id, bytes, size };
        }),
      );
      return uploads.filter((upload) => upload !== undefined);
    },
  };
}

/** Returns the size of a file in bytes; undefined if the upload has been completed in the meantime. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
