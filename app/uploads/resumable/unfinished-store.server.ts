import type { DataStore } from '@tus/server';
import type { UploadContent } from '../receive/store-uploaded-file.server.ts';

/** Where unfinished uploads are kept. */
export interface UnfinishedStore extends DataStore {
  /** Returns the bytes of an upload that have arrived so far. */
  contentOf(id: string): UploadContent;
}
