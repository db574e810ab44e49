import type { i18n as I18next } from 'i18next';
import { fallbackLanguage } from '../languages.ts';

type Values = Readonly<Record<string, string | number | null | undefined>>;
type Translate = (key: string, values?: Values) => string;
type LookUp = (key: string, options: { count: Values[string]; skipInterpolation: true }) => string;

/** A text split at its placeholders: text, name, text, name, …, text. */
type Template = readonly string[];

/**
 * Makes an instance look up every text only once: a page of flights has a thousand texts, and i18next takes 10 µs for
 * each. i18next still chooses the text, with its plural forms and fallbacks; only the values are filled in here. All
 * texts must have been loaded. The options of i18next (`ns`, `defaultValue` and so on) cannot be used in calls.
 */
export function rememberTexts(instance: I18next): void {
  const translators = new Map<string, Translate>();
  // A text that falls back to another language has the plural forms of that language.
  const rules = [...new Set([instance.language, fallbackLanguage])].map((code) => new Intl.PluralRules(code));
  instance.getFixedT = new Proxy(instance.getFixedT.bind(instance), {
    apply(getFixedT, _self, [language, namespace]: [string | null, string | undefined]) {
      const key = `${language ?? ''} ${namespace ?? ''}`;
      let translate = translators.get(key);
      if (!translate) {
        translate = remember(Reflect.apply(getFixedT, undefined, [language, namespace]) as LookUp, rules);
        translators.set(key, translate);
      }
      return translate;
    },
  });
}

function remember(lookUp: LookUp, rules: readonly Intl.PluralRules[]): Translate {
  const templates = new Map<string, Template>();
  // Zero has a form of its own (`_zero`), whatever its category in the language.
  const formOf = (count: number) => (count === 0 ? '0' : rules.map((rule) => rule.select(count)).join());
  return (key, values) => {
    const count = values?.count;
    const id = typeof count === 'number' ? `${key} ${formOf(count)}` : key;
    let template = templates.get(id);
    if (!template) {
      template = lookUp(key, { count, skipInterpolation: true }).split(/\{\{\s*(\w+)\s*\}\}/);
      templates.set(id, template);
    }
    return fillIn(template, values);
  };
}

/** Fills in the values; a missing value becomes empty text. Values are not searched for placeholders. */
function fillIn(template: Template, values: Values = {}): string {
  let text = template[0] ?? '';
  for (let index = 1; index < template.length; index += 2) {
    text += String(values[template[index] ?? ''] ?? '') + (template[index + 1] ?? '');
  }
  return text;
}
