/** The texts of a namespace: JSON, whose nested objects give dotted keys. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Texts by language and namespace. */
export type TextsByLanguage = Record<string, Record<string, TextTree> | undefined>;

/** Values for the placeholders of a text. `count` also chooses its plural form. */
export type TextValues = Readonly<Record<string, string | number | null | undefined>>;

export interface TranslatorOptions {
  language: string;
  /** The language of texts that `language` lacks. */
  fallbackLanguage?: string;
  defaultNamespace: string;
  texts: TextsByLanguage;
}

/** Translates keys as i18next does with this site's options; i18next.test.ts compares the two for every text. */
export class Translator {
  readonly language: string;
  readonly defaultNamespace: string;
  readonly #languages: string[];
  readonly #texts: TextsByLanguage;
  readonly #plurals = new Map<string, Intl.PluralRules>();

  constructor({ language, fallbackLanguage = language, defaultNamespace, texts }: TranslatorOptions) {
    this.language = language;
    this.defaultNamespace = defaultNamespace;
    this.#languages = [...new Set([language, fallbackLanguage])];
    this.#texts = texts;
  }

  /** Returns the text of a dotted key with its values filled in, or the key itself if no language has it. */
  translate(namespace: string, key: string, values: TextValues = {}): string {
    for (const language of this.#languages) {
      const tree = this.#texts[language]?.[namespace];
      if (!tree) continue;
      for (const candidate of this.#formsOf(language, key, values.count)) {
        const text = textAt(tree, candidate);
        if (text !== undefined) return fillIn(text, values);
      }
    }
    return key;
  }

  /** Returns the keys to try for a count: its form for zero, its plural form, the key itself. */
  #formsOf(language: string, key: string, count: TextValues[string]): string[] {
    if (typeof count !== 'number') return [key];
    let rules = this.#plurals.get(language);
    if (!rules) this.#plurals.set(language, (rules = new Intl.PluralRules(language)));
    return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${rules.select(count)}`, key];
  }
}

function textAt(tree: TextTree, key: string): string | undefined {
  let node: string | TextTree | undefined = tree;
  for (const name of key.split('.')) node = typeof node === 'object' ? node[name] : undefined;
  return typeof node === 'string' ? node : undefined;
}

/** Replaces `{{name}}`. A missing value leaves nothing. Values are not searched for placeholders. */
function fillIn(text: string, values: TextValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name];
    return value === undefined || value === null ? '' : String(value);
  });
}
