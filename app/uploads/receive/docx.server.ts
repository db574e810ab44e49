import type { FileStore } from '../storage/file-store.server.ts';
import { readStoredFile } from '../storage/read-stored-file.server.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import { docxType } from './docx-type.ts';
import { type Archive, openArchive } from './word/archive.server.ts';
import { type DocumentProblem, RefusedDocument } from './word/document-problem.server.ts';
import { judgeDocument } from './word/judge-document.server.ts';

/**
 * Inspects a stored file whose first bytes indicate a Word document. A valid document has the required parts
 * (ECMA-376) and contains no programs or embedded documents; nothing is fetched or started when it is opened, apart from
 * pictures on the web (decision 72); and it stays within the size limits. All parts are unpacked once, one after another,
 * and none is kept.
 * @returns undefined for a valid document, and for files of other types, which need no further check
 * @throws {StorageError} if the file cannot be read
 */
export async function findDocumentProblem(file: StoredFile, store: FileStore): Promise<DocumentProblem | undefined> {
  if (file.type !== docxType) return undefined;
  // Read into memory: the form accepts at most 10 MB.
  const bytes = await readStoredFile(store, file);
  let archive: Archive | undefined;
  try {
    archive = await openArchive(bytes);
    return archive ? await judgeDocument(archive) : 'file_wrong_type';
  } catch (error) {
    // Any other error means that the archive is corrupt, or that a part is not XML as Word reads it.
    return error instanceof RefusedDocument ? error.problem : 'file_unchecked';
  } finally {
    archive?.close();
  }
}
