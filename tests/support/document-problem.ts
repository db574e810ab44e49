import { Readable } from 'node:stream';
import { findDocumentProblem } from '#app/uploads/receive/docx.server.ts';
import { docxType } from '#app/uploads/receive/docx-type.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';

/** Returns the problem of a Word document, as the contact form finds it. */
export function documentProblem(bytes: Buffer): ReturnType<typeof findDocumentProblem> {
  const store = { open: () => Readable.from([bytes]) } as Partial<FileStore> as FileStore;
  return findDocumentProblem(
    { name: 'letter.docx', type: docxType, size: bytes.length, sha256: '', storageKey: 'key' },
    store,
  );
}
