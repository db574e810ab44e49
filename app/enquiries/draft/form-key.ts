import { formKeyFieldName } from '#app/forms/field-names.ts';
import { isDraftToken, newDraftToken } from '#app/uploads/drafts/draft-token.ts';

const storageKey = 'form-key';

/** The hidden input with a form's key; undefined if there is none yet. */
export function formKeyInput(form: HTMLFormElement): HTMLInputElement | undefined {
  const found = form.elements.namedItem(formKeyFieldName);
  return found instanceof HTMLInputElement ? found : undefined;
}

/**
 * The form key of this tab, created if missing. It identifies a form that is submitted again after going back from the
 * receipt. All forms share it, because it is only compared together with the content.
 * @param storage may throw, as in private windows; then each page has its own key
 */
export function formKeyOfTab(storage: () => Storage): string {
  try {
    const known = storage().getItem(storageKey);
    if (isDraftToken(known)) return known;
  } catch {
    // Storage is not available.
  }
  const key = newDraftToken();
  keepFormKey(key, storage);
  return key;
}

/** Stores the key of a form that was started in another tab. */
export function keepFormKey(key: string, storage: () => Storage): void {
  try {
    storage().setItem(storageKey, key);
  } catch {
    // The page itself still holds the key.
  }
}
