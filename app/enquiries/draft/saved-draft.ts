import { expiringKeyPrefixes, oneDay, removeExpired } from '#app/forms/expiring-entries.ts';
import { isLanguage } from '#app/i18n/languages.ts';
import { isDraftToken } from '#app/uploads/drafts/draft-token.ts';
import type { FormValues } from './form-values.ts';

/** An unsubmitted form, saved in this browser. */
export interface SavedDraft {
  /** When the visitor started the form (Unix time in ms). */
  begunAt: number;
  values: FormValues;
  /** Token of the server's draft, which holds the form's files. */
  token?: string;
  /** The form key, which identifies a submission from another tab as a repetition. */
  formKey?: string;
  /** Number of files in the server's draft. */
  fileCount: number;
}

/** The same lifetime as that of the files on the server (ms). */
const lifetime = oneDay;

const storageKey = (name: string) => expiringKeyPrefixes.form + name;

/**
 * Returns the storage name of a form's draft. It consists of the form and its page, because four types of transport
 * share a form, and is the same in every language.
 * @param path path of the page, without the query
 */
export function savedDraftName(formId: string, path: string): string {
  const page = path.split('/').filter((part) => !isLanguage(part));
  return `${formId}:${page.join('/')}`;
}

/**
 * Reads the saved draft of a form. Also deletes the expired drafts of all forms.
 * @param name from {@link savedDraftName}
 * @param storage may throw, as in private windows
 * @returns undefined if the draft is missing, expired or malformed
 */
export function readSavedDraft(name: string, storage: () => Storage, now: number): SavedDraft | undefined {
  removeExpired(storage, now);
  try {
    return parseSavedDraft(JSON.parse(storage().getItem(storageKey(name)) ?? 'null'), now);
  } catch {
    // Storage is unavailable, or the entry is not JSON.
    return undefined;
  }
}

/** Saves the draft of a form, or deletes it if `draft` is undefined. Does nothing if storage is full or blocked. */
export function writeSavedDraft(name: string, draft: SavedDraft | undefined, storage: () => Storage): void {
  try {
    if (draft) storage().setItem(storageKey(name), JSON.stringify({ ...draft, until: draft.begunAt + lifetime }));
    else storage().removeItem(storageKey(name));
  } catch {
    // Only the saved draft is lost; the form keeps its values.
  }
}

function parseSavedDraft(entry: unknown, now: number): SavedDraft | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { begunAt, values, token, formKey, fileCount } = entry as Partial<Record<keyof SavedDraft, unknown>>;
  if (typeof begunAt !== 'number' || begunAt > now || begunAt <= now - lifetime) return undefined;
  if (typeof values !== 'object' || values === null) return undefined;
  const { texts, choices } = values as Partial<Record<keyof FormValues, unknown>>;
  if (!isPairList(texts) || !isPairList(choices)) return undefined;
  if (token !== undefined && !isDraftToken(token)) return undefined;
  if (formKey !== undefined && !isDraftToken(formKey)) return undefined;
  const isValidCount = typeof fileCount === 'number' && Number.isInteger(fileCount) && fileCount >= 0;
  return { begunAt, values: { texts, choices }, token, formKey, fileCount: isValidCount && token ? fileCount : 0 };
}

function isPairList(value: unknown): value is [string, string][] {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  );
}
