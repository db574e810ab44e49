import { type TextsByLanguage, type TextTree, type TextValues, translate } from './translator.ts';

/** The options of `init` that the site uses. */
interface InitOptions {
  lng: string;
  fallbackLng: string;
  defaultNS: string;
  resources: TextsByLanguage;
}

type Translate = (key: string, values?: TextValues & { ns?: string }) => string;

/** The part of an i18next instance that pages use. */
export interface I18n {
  readonly language: string;
  init(options: InitOptions): Promise<void>;
  t: Translate;
  /** Returns a function that translates keys of a namespace, always in the instance's own language. */
  getFixedT(language: null, namespace?: string): Translate;
  hasResourceBundle(language: string, namespace: string): boolean;
  /** Adds the texts of a namespace that was loaded later. */
  addResourceBundle(language: string, namespace: string, texts: TextTree): void;
  /** Returns an instance in another language with the same texts. */
  cloneInstance(options: { lng: string }): I18n;
}

/**
 * Creates an object with the part of an i18next instance that pages use. It replaces the package in the browser
 * (vite.config.ts). The texts must be loaded before `init`.
 */
export function createInstance(initial?: InitOptions): I18n {
  let { lng, fallbackLng, defaultNS, resources } = initial ?? {
    lng: '',
    fallbackLng: '',
    defaultNS: '',
    resources: {},
  };
  const t: Translate = (key, { ns = defaultNS, ...values } = {}) =>
    translate(resources, [lng, fallbackLng], ns, key, values);
  return {
    get language() {
      return lng;
    },
    init(options) {
      ({ lng, fallbackLng, defaultNS, resources } = options);
      return Promise.resolve();
    },
    t,
    getFixedT: (_, namespace) => (key, values) => t(key, { ns: namespace, ...values }),
    hasResourceBundle: (language, namespace) => resources[language]?.[namespace] !== undefined,
    addResourceBundle(language, namespace, texts) {
      (resources[language] ??= {})[namespace] = texts;
    },
    cloneInstance: (options) => createInstance({ ...options, fallbackLng, defaultNS, resources }),
  };
}

export default createInstance();
