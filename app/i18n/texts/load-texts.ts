import i18next, { type ResourceKey } from 'i18next';
import type { Namespace } from './resources.server.ts';
import { textFilesOf } from './text-files.ts';

type Texts = Record<string, ResourceKey>;

const loading = new Map<string, Promise<Texts>>();

/**
 * Loads the texts of a language by namespace. A namespace that the language does not have is empty.
 * @throws {TypeError} if a file cannot be loaded
 */
export async function loadNamespaces(language: string, namespaces: readonly string[]): Promise<Texts> {
  const files = await Promise.all(textFilesOf(language, namespaces).map(loadOnce));
  const texts = Object.fromEntries(files.flatMap((file) => Object.entries(file)));
  return Object.fromEntries(namespaces.map((name) => [name, texts[name] ?? {}]));
}

function loadOnce(url: string): Promise<Texts> {
  const known = loading.get(url);
  if (known) return known;
  const file = load(url);
  loading.set(url, file);
  // A later attempt may reach the server.
  file.catch(() => loading.delete(url));
  return file;
}

async function load(url: string): Promise<Texts> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
    return (await response.json()) as Texts;
  } catch (cause) {
    // Texts are as necessary to the page as a module, so a failure is reported like that of a module.
    throw Object.assign(new TypeError(`Failed to load the text module ${url}`), { cause });
  }
}

/** After client-side navigation, loads the namespaces of the new page that earlier pages have not loaded. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  const { language } = i18next;
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  for (const [name, bundle] of Object.entries(await loadNamespaces(language, missing))) {
    i18next.addResourceBundle(language, name, bundle);
  }
}
