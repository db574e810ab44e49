type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers the values of all controls, in case hydration fails because the document was changed (by a translator, an
 * extension) and React rebuilds it, which empties every field.
 * @returns a function that restores text, choices and files in replaced controls
 */
export function rememberInput(): () => void {
  const before = controls();
  return () => {
    const after = controls();
    for (const [key, old] of before) {
      const replaced = after.get(key);
      if (!replaced || replaced === old) continue;
      if (old instanceof HTMLInputElement && replaced instanceof HTMLInputElement) {
        if (old.type === 'file') {
          replaced.files = old.files;
          continue;
        }
        replaced.checked = old.checked;
      }
      replaced.value = old.value;
    }
  };
}

/** All controls by form id, name, and index among those of the same name. */
function controls(): Map<string, Control> {
  const found = new Map<string, Control>();
  const counts = new Map<string, number>();
  for (const control of document.querySelectorAll<Control>('form input, form textarea, form select')) {
    const name = `${control.form?.id ?? ''} ${control.name}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    found.set(`${name} ${count}`, control);
  }
  return found;
}
