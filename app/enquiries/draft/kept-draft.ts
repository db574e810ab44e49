import { dayPrefixes, oneDay, removeExpired } from '#app/forms/expiring-entries.ts';
import { isLanguage } from '#app/i18n/languages.ts';
import { isDraftToken } from '#app/uploads/drafts/draft-token.ts';
import type { FormValues } from './form-values.ts';

/** A draft of a form stored in this browser, not submitted yet. */
export interface KeptDraft {
  /** Unix time in ms. */
  begunAt: number;
  values: FormValues;
  /** Token of the draft on the server that holds its files. */
  token?: string;
  /** The form key, so that a submission from another tab is recognised as the same. */
  formKey?: string;
  /** Number of files in the draft on the server. */
  fileCount: number;
}

/** The same lifetime as that of the files on the server. */
const keptFor = oneDay;

const keyOf = (name: string) => dayPrefixes.form + name;

/**
 * The storage name of a form's draft: the form and its page, because four kinds of flight share a form. The same in every
 * language.
 * @param path of the page, without the query
 */
export function keptDraftName(formId: string, path: string): string {
  const page = path.split('/').filter((part) => !isLanguage(part));
  return `${formId}:${page.join('/')}`;
}

/**
 * Reads the draft of a form. Also deletes expired drafts of all forms.
 * @param name from {@link keptDraftName}
 * @param storage may throw, as in private windows
 * @returns undefined if there is none, or it is expired or malformed
 */
export function readKeptDraft(name: string, storage: () => Storage, now: number): KeptDraft | undefined {
  removeExpired(storage, now);
  try {
    return keptDraftIn(JSON.parse(storage().getItem(keyOf(name)) ?? 'null'), now);
  } catch {
    // Storage is not available, or the entry is not JSON.
    return undefined;
  }
}

/** Stores or, without a draft, deletes the draft of a form. Does nothing if storage is full or blocked. */
export function writeKeptDraft(name: string, draft: KeptDraft | undefined, storage: () => Storage): void {
  try {
    if (draft) storage().setItem(keyOf(name), JSON.stringify({ ...draft, until: draft.begunAt + keptFor }));
    else storage().removeItem(keyOf(name));
  } catch {
    // Only the stored draft is lost, not the form's values.
  }
}

function keptDraftIn(found: unknown, now: number): KeptDraft | undefined {
  if (typeof found !== 'object' || found === null) return undefined;
  const { begunAt, values, token, formKey, fileCount } = found as Partial<Record<keyof KeptDraft, unknown>>;
  if (typeof begunAt !== 'number' || begunAt > now || begunAt <= now - keptFor) return undefined;
  if (typeof values !== 'object' || values === null) return undefined;
  const { texts, choices } = values as Partial<Record<keyof FormValues, unknown>>;
  if (!arePairs(texts) || !arePairs(choices)) return undefined;
  if (token !== undefined && !isDraftToken(token)) return undefined;
  if (formKey !== undefined && !isDraftToken(formKey)) return undefined;
  const isCount = typeof fileCount === 'number' && Number.isInteger(fileCount) && fileCount >= 0;
  return { begunAt, values: { texts, choices }, token, formKey, fileCount: isCount && token ? fileCount : 0 };
}

function arePairs(found: unknown): found is [string, string][] {
  return (
    Array.isArray(found) &&
    found.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  );
}
