import i18next, { type ResourceKey } from 'i18next';
import type { Namespace } from './resources.server.ts';

/** One small file per language and namespace; a page loads only its own. */
const texts = import.meta.glob<ResourceKey>('../../../locales/*/*.json', { import: 'default' });

/** Loads a language's texts by namespace; a missing namespace is empty. */
export async function textsIn(language: string, namespaces: readonly string[]) {
  const loaded = await Promise.all(
    namespaces.map(
      async (name) => [name, (await texts[`../../../locales/${language}/${name}.json`]?.()) ?? {}] as const,
    ),
  );
  return Object.fromEntries(loaded);
}

/** After client-side navigation: loads the page's namespaces that previous pages did not. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  const { language } = i18next;
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  for (const [name, bundle] of Object.entries(await textsIn(language, missing))) {
    i18next.addResourceBundle(language, name, bundle);
  }
}
