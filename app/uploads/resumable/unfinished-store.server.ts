import type { DataStore } from '@tus/server';
import type { UploadContent } from '../receive/store-uploaded-file.server.ts';

/** Where unfinished uploads are kept. */
export interface UnfinishedStore extends DataStore {
  /** Returns what has arrived of an upload. */
  contentOf(id: string): UploadContent;
}
