type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers what stands in the page's controls, in case React finds the document other than the server made
 * it (a translating browser, an extension) and builds it anew, which would empty every field.
 * @returns puts text, choices and files back into controls that have been replaced
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

/** Every control by its form's place, its name, and its place among those of the same name. */
function controls(): Map<string, Control> {
  const found = new Map<string, Control>();
  const counts = new Map<string, number>();
  for (const control of document.querySelectorAll<Control>('form input, form textarea, form select')) {
    const name = `${control.form?.id} ${control.name}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    found.set(`${name} ${count}`, control);
  }
  return found;
}
