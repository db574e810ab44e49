import i18next, { type ResourceKey } from 'i18next';

/** One small file for each language and namespace; a page loads its own only. */
const texts = import.meta.glob<ResourceKey>('../../locales/*/*.json', { import: 'default' });

/** Texts of a language by namespace; a namespace that the language lacks is empty. */
export async function textsIn(language: string, namespaces: readonly string[]) {
  const loaded = await Promise.all(
    namespaces.map(async (name) => [name, (await texts[`../../locales/${language}/${name}.json`]?.()) ?? {}] as const),
  );
  return Object.fromEntries(loaded);
}

/** For a page that is come to without a new document: its texts, where the page before had not loaded them. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  const { language } = i18next;
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  for (const [name, bundle] of Object.entries(await textsIn(language, missing))) {
    i18next.addResourceBundle(language, name, bundle);
  }
}
