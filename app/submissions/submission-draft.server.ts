import { discardIntent, draftFieldName, removedFieldName, removeIntent } from '#app/forms/field-names.ts';
import { submittedText } from '#app/forms/submitted-text.ts';
import type { Services } from '#app/services.server.ts';
import { type Draft, toFilesOnServer } from '#app/uploads/drafts/drafts.server.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import type { FileOutcome } from '#app/uploads/receive/store-files.server.ts';

/** Updates the submission's draft: deletes the files that the visitor removed and adds those that arrived. */
export async function updateDraft(
  { drafts }: Pick<Services, 'drafts'>,
  fields: FormData,
  files: FileOutcome[],
  limits: FileLimits,
  intent: string | undefined,
): Promise<Draft> {
  const token = submittedText(fields, draftFieldName);
  if (token) await drafts.remove(token, removedFileIds(fields, intent));
  const isDiscarded = token !== undefined && intent === discardIntent;
  if (isDiscarded) await drafts.discard(token);
  return drafts.addFiles(isDiscarded ? undefined : token, files, limits);
}

/**
 * Reads the files of the submission's draft for an error page.
 * @returns only the draft's token if the database fails; undefined if the submission has no draft
 */
export async function readDraftFiles(
  { drafts, log }: Pick<Services, 'drafts' | 'log'>,
  fields: FormData,
): Promise<FilesOnServer | undefined> {
  const token = submittedText(fields, draftFieldName);
  if (!token) return undefined;
  try {
    return toFilesOnServer(await drafts.read(token));
  } catch (error) {
    log.error({ err: error }, 'Draft could not be read');
    return { token, files: [], errors: [], isExpired: false };
  }
}

/** Returns the ids of removed files: those already removed in the browser, and that of a pressed remove button. */
function removedFileIds(fields: FormData, intent: string | undefined): string[] {
  const ids = fields.getAll(removedFieldName).filter((id) => typeof id === 'string');
  return intent?.startsWith(removeIntent) ? [...ids, intent.slice(removeIntent.length)] : ids;
}
