import { type TextsByLanguage, type TextTree, type TextValues, Translator } from './translator.ts';

/** The options of `init` that the site uses. */
interface InitOptions {
  lng: string;
  fallbackLng: string;
  defaultNS: string;
  resources: TextsByLanguage;
}

type Translate = (key: string, values?: TextValues & { ns?: string }) => string;

/**
 * The part of i18next that the site's pages use in the browser, in place of the package (vite.config.ts): an instance
 * whose texts have been loaded already.
 */
export class I18n {
  /** Language, namespace and texts; replaced by `init`. */
  #translator = new Translator({ language: '', defaultNamespace: '', texts: {} });
  #options: InitOptions | undefined;

  get language(): string {
    return this.#translator.language;
  }

  init(options: InitOptions): Promise<void> {
    this.#options = options;
    this.#translator = new Translator({
      language: options.lng,
      fallbackLanguage: options.fallbackLng,
      defaultNamespace: options.defaultNS,
      texts: options.resources,
    });
    return Promise.resolve();
  }

  t: Translate = (key, { ns, ...values } = {}) =>
    this.#translator.translate(ns ?? this.#translator.defaultNamespace, key, values);

  /** Returns a function that translates keys of a namespace. The language is always the instance's own. */
  getFixedT(_language: null, namespace?: string): Translate {
    return (key, values) => this.t(key, { ns: namespace, ...values });
  }

  hasResourceBundle(language: string, namespace: string): boolean {
    return this.#options?.resources[language]?.[namespace] !== undefined;
  }

  /** Adds the texts of a namespace, which were loaded later. */
  addResourceBundle(language: string, namespace: string, texts: TextTree): void {
    if (!this.#options) throw new Error('i18next has not been initialised');
    (this.#options.resources[language] ??= {})[namespace] = texts;
  }

  /** Returns an instance in another language with the same texts. */
  cloneInstance({ lng }: { lng: string }): I18n {
    if (!this.#options) throw new Error('i18next has not been initialised');
    const clone = new I18n();
    void clone.init({ ...this.#options, lng });
    return clone;
  }
}

export default new I18n();
