import { cloneElement, createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import i18next, { type I18n } from './i18next.ts';
import type { TextValues } from './translator.ts';

// Replaces react-i18next in the browser (vite.config.ts) with the part that the site uses.

const I18nContext = createContext<I18n>(i18next);

type Translate = (key: string, values?: TextValues) => string;

/** Provides another instance to a part of the page, such as one in another language. */
export function I18nextProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return <I18nContext.Provider value={i18n}>{children}</I18nContext.Provider>;
}

/** Returns the function that translates keys of a namespace; without an argument, of the default namespace. */
export function useTranslation(namespace?: string): { t: Translate; i18n: I18n } {
  const i18n = useContext(I18nContext);
  return useMemo(() => ({ t: i18n.getFixedT(null, namespace), i18n }), [i18n, namespace]);
}

/** Translates a text with tags, such as `<reference>{{reference}}</reference>`, which become the given elements. */
export function Trans({
  t,
  i18nKey,
  values,
  components,
}: {
  t: Translate;
  i18nKey: string;
  values?: TextValues;
  components: Record<string, ReactElement>;
}) {
  // A repeating sequence of text, tag name and the tag's content.
  const parts = t(i18nKey, values).split(/<(\w+)>(.*?)<\/\1>/);
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    const element = index % 3 === 1 ? components[part] : undefined;
    return element && cloneElement(element, { key: index }, parts[index + 1]);
  });
}
