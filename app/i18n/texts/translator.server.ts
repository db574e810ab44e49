import type { i18n as I18next, TFunction } from 'i18next';
import { i18nextOptions } from './i18next-options.ts';
import type { Namespace } from './resources.server.ts';

type Translators = Map<Namespace, TFunction<Namespace>>;

const translators = new WeakMap<I18next, Translators>();

/**
 * Returns the function that translates the keys of a namespace. Each text without parameters is looked up once: a page
 * has a hundred texts, and looking one up in i18next takes 10 µs.
 * @param namespace the default namespace if undefined
 */
export function translatorFor<Name extends Namespace = 'common'>(i18next: I18next, namespace?: Name): TFunction<Name> {
  let known = translators.get(i18next);
  if (!known) {
    const created: Translators = new Map();
    known = created;
    translators.set(i18next, created);
    // Texts that arrive later may replace a key's fallback.
    i18next.store.on('added', () => created.clear());
  }
  const name: Namespace = namespace ?? i18nextOptions.defaultNS;
  let translate = known.get(name);
  if (!translate) {
    translate = rememberTexts(i18next.getFixedT(null, name));
    known.set(name, translate);
  }
  // The map's key and value belong together, which its type cannot say.
  return translate as TFunction<Name>;
}

function rememberTexts(translate: TFunction<Namespace>): TFunction<Namespace> {
  const texts = new Map<unknown, unknown>();
  return new Proxy(translate, {
    apply(_target, _self, [key, ...options]: unknown[]) {
      if (options.length > 0) return Reflect.apply(translate, undefined, [key, ...options]) as unknown;
      let text = texts.get(key);
      if (text === undefined) {
        text = Reflect.apply(translate, undefined, [key]);
        texts.set(key, text);
      }
      return text;
    },
  });
}
