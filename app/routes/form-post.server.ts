import { consentHeaders } from '#app/consent/consent-headers.server.ts';
import { choiceOf } from '#app/consent/consent-intent.ts';
import type { FormAnswer, FormProblem } from '#app/enquiries/form-answer.ts';
import type { Services } from '#app/services.server.ts';
import { filesOnServer, type Draft } from '#app/uploads/drafts.server.ts';
import {
  discardIntent,
  draftFieldName,
  intentFieldName,
  removedFieldName,
  removeIntent,
} from '#app/uploads/field-names.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import type { FileOutcome, FileRules } from '#app/uploads/keep-file.server.ts';
import type { Upload } from '#app/uploads/read-upload.server.ts';
import { originOf } from './origin.server.ts';

/** What the posts of all forms have in common: their draft of files, and the button that was pressed. */

/** Status of the answer to a post that is wrong as a whole; 400 for those that are not here. */
export const statusOf: Partial<Record<FormProblem, number>> = { unreadable: 400, too_much: 413, storage_failed: 503 };

/** A field's text; undefined where it is empty or missing. */
export function sentText(fields: FormData, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The button that was pressed; none for the one that sends. */
export function intentOf({ fields }: Upload<FileOutcome>): string | undefined {
  return sentText(fields, intentFieldName);
}

/**
 * Without scripts the consent banner's buttons post the page's own form, so that nothing typed is lost: what such a post
 * adds to the answer, and its cookie.
 */
export function consentOf(
  request: Request,
  upload: Upload<FileOutcome>,
  { env }: Pick<Services, 'env'>,
): { said: Pick<FormAnswer, 'hasChosenCookies'>; headers: Headers } {
  const choice = choiceOf(intentOf(upload), () => false);
  if (!choice) return { said: {}, headers: new Headers() };
  return { said: { hasChosenCookies: true }, headers: consentHeaders(request, choice, originOf(request, env)) };
}

/** Brings the post's draft up to date: what was taken out goes, what arrived stays. */
export async function keepDraft(
  { drafts }: Pick<Services, 'drafts'>,
  upload: Upload<FileOutcome>,
  { limits }: FileRules,
): Promise<Draft> {
  const token = sentText(upload.fields, draftFieldName);
  const intent = intentOf(upload);
  if (token) await drafts.remove(token, removedFiles(upload.fields, intent));
  const isDiscarded = token !== undefined && intent === discardIntent;
  if (isDiscarded) await drafts.discard(token);
  return drafts.keep(isDiscarded ? undefined : token, upload.files, limits);
}

/** The draft's files for a page that tells of a fault: its token comes back even when the database does not answer. */
export async function filesOfDraft(
  { drafts, log }: Pick<Services, 'drafts' | 'log'>,
  { fields }: Upload<FileOutcome>,
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
