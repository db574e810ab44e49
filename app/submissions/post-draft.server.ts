import { discardIntent, draftFieldName, removedFieldName, removeIntent } from '#app/forms/field-names.ts';
import { sentText } from '#app/forms/sent-text.ts';
import type { Services } from '#app/services.server.ts';
import { type Draft, filesOnServer } from '#app/uploads/drafts/drafts.server.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import type { FileOutcome } from '#app/uploads/receive/keep-file.server.ts';

/** Brings the post's draft up to date: what was taken out goes, what arrived stays. */
export async function keepDraft(
  { drafts }: Pick<Services, 'drafts'>,
  fields: FormData,
  files: FileOutcome[],
  limits: FileLimits,
  intent: string | undefined,
): Promise<Draft> {
  const token = sentText(fields, draftFieldName);
  if (token) await drafts.remove(token, removedFiles(fields, intent));
  const isDiscarded = token !== undefined && intent === discardIntent;
  if (isDiscarded) await drafts.discard(token);
  return drafts.keep(isDiscarded ? undefined : token, files, limits);
}

/** The draft's files for a page that tells of a fault: its token comes back even when the database does not answer. */
export async function filesOfDraft(
  { drafts, log }: Pick<Services, 'drafts' | 'log'>,
  fields: FormData,
): Promise<FilesOnServer | undefined> {
  const token = sentText(fields, draftFieldName);
  if (!token) return undefined;
  try {
    return filesOnServer(await drafts.peek(token));
  } catch (error) {
    log.error({ err: error }, 'draft not read');
    return { token, files: [], errors: [], isExpired: false };
  }
}

/** Ids of the files to take out: that of a remove button, and those taken out in the browser before. */
function removedFiles(fields: FormData, intent: string | undefined): string[] {
  const ids = fields.getAll(removedFieldName).filter((id) => typeof id === 'string');
  return intent?.startsWith(removeIntent) ? [...ids, intent.slice(removeIntent.length)] : ids;
}
