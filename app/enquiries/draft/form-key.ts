import { formKeyFieldName } from '#app/forms/field-names.ts';
import { isDraftToken, newDraftToken } from '#app/uploads/drafts/draft-token.ts';

const storageKey = 'form-key';

/** Returns the hidden input that holds a form's key; undefined if the form has none yet. */
export function findFormKeyInput(form: HTMLFormElement): HTMLInputElement | undefined {
  const input = form.elements.namedItem(formKeyFieldName);
  return input instanceof HTMLInputElement ? input : undefined;
}

/**
 * Returns the form key of this tab, and creates it if missing. It identifies a form that is submitted again after the
 * visitor goes back from the receipt. All forms of the tab share it, because it is only compared together with the content.
 * @param storage may throw, as in private windows; each page then has its own key
 */
export function getFormKeyOfTab(storage: () => Storage): string {
  try {
    const storedKey = storage().getItem(storageKey);
    if (isDraftToken(storedKey)) return storedKey;
  } catch {
    // Storage is unavailable.
  }
  const key = newDraftToken();
  storeFormKey(key, storage);
  return key;
}

/** Makes `key` the form key of this tab, for a form that was started in another tab. */
export function storeFormKey(key: string, storage: () => Storage): void {
  try {
    storage().setItem(storageKey, key);
  } catch {
    // The page still holds the key.
  }
}
