/** The texts of a namespace: JSON, whose nested objects give dotted keys. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Texts by language and namespace. */
export type TextsByLanguage = Record<string, Record<string, TextTree> | undefined>;

/** Values for the placeholders of a text. `count` also chooses its plural form. */
export type TextValues = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Returns a text with its values filled in, as i18next does with this site's options (i18next.test.ts compares the two for
 * every text). Returns the key if no language has it.
 * @param languages the language, then the one of texts that it lacks
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

/** Returns the keys to try for a count: its form for zero, its plural form, the key itself. */
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

/** Replaces `{{name}}`. A missing value leaves nothing. Values are not searched for placeholders. */
function fillIn(text: string, values: TextValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
