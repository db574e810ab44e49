import { isLanguage } from '#app/i18n/languages.ts';
import { dayPrefixes, forgetWhatIsOver, oneDay } from '#app/ui/kept-for-a-day.ts';
import { isDraftToken } from '#app/uploads/draft-token.ts';
import type { FormValues } from './form-values.ts';

/** A form that was begun in this browser and not sent. */
export interface KeptDraft {
  /** Milliseconds since 1970, UTC. */
  begunAt: number;
  values: FormValues;
  /** The draft that its files wait in, or were going up into. */
  token?: string;
  /** How many files wait. */
  fileCount: number;
}

/** As long as the files wait on the server. */
const keptFor = oneDay;

const keyOf = (name: string) => dayPrefixes.form + name;

/**
 * What a form's entry is named by: the form and its page, since four kinds of flight have the same form. It is the same
 * in every language and wording.
 * @param path of the page, without query
 */
export function keptDraftName(formId: string, path: string): string {
  const page = path.split('/').filter((part) => !isLanguage(part));
  return `${formId}:${page.join('/')}`;
}

/**
 * What this browser has kept of a form. What is too old, unreadable or not ours counts as nothing; what is too old is
 * deleted, of whichever form.
 * @param name by {@link keptDraftName}
 * @param storage may throw, as in private windows
 */
export function readKeptDraft(name: string, storage: () => Storage, now: number): KeptDraft | undefined {
  forgetWhatIsOver(storage, now);
  try {
    return keptDraftIn(JSON.parse(storage().getItem(keyOf(name)) ?? 'null'), now);
  } catch {
    // No storage, or no JSON.
    return undefined;
  }
}

/** Keeps a form, or forgets it. Storage that is full or forbidden costs only that. */
export function writeKeptDraft(name: string, draft: KeptDraft | undefined, storage: () => Storage): void {
  try {
    if (draft) storage().setItem(keyOf(name), JSON.stringify({ ...draft, until: draft.begunAt + keptFor }));
    else storage().removeItem(keyOf(name));
  } catch {
    // The form itself is still there.
  }
}

function keptDraftIn(found: unknown, now: number): KeptDraft | undefined {
  if (typeof found !== 'object' || found === null) return undefined;
  const { begunAt, values, token, fileCount } = found as Partial<Record<keyof KeptDraft, unknown>>;
  if (typeof begunAt !== 'number' || begunAt > now || begunAt <= now - keptFor) return undefined;
  if (typeof values !== 'object' || values === null) return undefined;
  const { texts, choices } = values as Partial<Record<keyof FormValues, unknown>>;
  if (!arePairs(texts) || !arePairs(choices)) return undefined;
  if (token !== undefined && !isDraftToken(token)) return undefined;
  const isCount = typeof fileCount === 'number' && Number.isInteger(fileCount) && fileCount >= 0;
  return { begunAt, values: { texts, choices }, token, fileCount: isCount && token ? fileCount : 0 };
}

function arePairs(found: unknown): found is [string, string][] {
  return (
    Array.isArray(found) &&
    found.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  );
}
