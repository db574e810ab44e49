/** The texts of a namespace as JSON. Nested objects have dotted keys. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Texts by language and namespace. */
export type TextsByLanguage = Record<string, Record<string, TextTree> | undefined>;

/** Values for the placeholders of a text. `count` also selects the plural form. */
export type TextValues = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Returns a text with its values filled in, as i18next does with this site's options (i18next.test.ts compares the two
 * for every text). Returns the key if neither language has the text.
 * @param languages the language, followed by the fallback language
 * @param key dotted
 */
export function translate(
  texts: TextsByLanguage,
  languages: readonly string[],
  namespace: string,
  key: string,
  values: TextValues = {},
): string {
  for (const language of languages) {
    const tree = texts[language]?.[namespace];
    if (!tree) continue;
    for (const form of formsOf(language, key, values.count)) {
      const text = textAt(tree, form);
      if (text !== undefined) return fillIn(text, values);
    }
  }
  return key;
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** Returns the keys to try for a count: the form for zero, the plural form, and the key itself. */
function formsOf(language: string, key: string, count: TextValues[string]): string[] {
  if (typeof count !== 'number') return [key];
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${rules.select(count)}`, key];
}

function textAt(tree: TextTree, key: string): string | undefined {
  let node: string | TextTree | undefined = tree;
  for (const name of key.split('.')) node = typeof node === 'object' ? node[name] : undefined;
  return typeof node === 'string' ? node : undefined;
}

/** Replaces `{{name}}`; a missing value becomes empty. Placeholders within values are not replaced. */
function fillIn(text: string, values: TextValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
