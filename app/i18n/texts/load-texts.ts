import i18next, { type ResourceKey } from 'i18next';
import type { Namespace } from './resources.server.ts';

/**
 * Loaders of the texts, by file: one small file per language and namespace, so that a page loads only what it needs.
 */
const loaders = import.meta.glob<ResourceKey>('../../../locales/*/*.json', { import: 'default' });

/** Loads the texts of a language by namespace. A namespace that the language does not have is empty. */
export async function loadNamespaces(language: string, namespaces: readonly string[]) {
  const loaded = await Promise.all(
    namespaces.map(
      async (name) => [name, (await loaders[`../../../locales/${language}/${name}.json`]?.()) ?? {}] as const,
    ),
  );
  return Object.fromEntries(loaded);
}

/** Loads the namespaces of a page, after client-side navigation, that earlier pages have not loaded. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  const { language } = i18next;
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  for (const [name, bundle] of Object.entries(await loadNamespaces(language, missing))) {
    i18next.addResourceBundle(language, name, bundle);
  }
}
