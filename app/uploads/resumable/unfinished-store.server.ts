import { Readable } from 'node:stream';
import { FileStore as TusStore } from '@tus/file-store';
import type { UnfinishedIndex } from './unfinished-index.server.ts';

/** A tus store for unfinished uploads, which writes only as many bytes as the index allows. */
export class UnfinishedStore extends TusStore {
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

  async *#whileSpaceLasts(body: Readable, id: string): AsyncGenerator<Uint8Array> {
    let hasRoom = true;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      hasRoom &&= this.#index.take(id, chunk.length);
      if (hasRoom) yield chunk;
    }
  }
}
