type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers the values of all controls. If a translation tool or an extension has changed the document, hydration
 * fails, and React rebuilds the document with empty fields.
 * @returns a function that restores text, choices and files in the new controls
 */
export function rememberInput(): () => void {
  const before = findControls();
  return () => {
    const after = findControls();
    for (const [key, old] of before) {
      const replacement = after.get(key);
      if (!replacement || replacement === old) continue;
      if (old instanceof HTMLInputElement && replacement instanceof HTMLInputElement) {
        if (old.type === 'file') {
          replacement.files = old.files;
          continue;
        }
        replacement.checked = old.checked;
      }
      replacement.value = old.value;
    }
  };
}

/** Finds all controls. A key consists of form id, name, and index among the controls of that name. */
function findControls(): Map<string, Control> {
  const byKey = new Map<string, Control>();
  const counts = new Map<string, number>();
  for (const control of document.querySelectorAll<Control>('form input, form textarea, form select')) {
    const name = `${control.form?.id ?? ''} ${control.name}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    byKey.set(`${name} ${count}`, control);
  }
  return byKey;
}
