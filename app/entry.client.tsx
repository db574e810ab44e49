import { RemixBrowser } from '@remix-run/react';
import i18next, { type ResourceKey } from 'i18next';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { getInitialNamespaces } from 'remix-i18next/client';
import { rememberInput } from './enhancement/keep-input.ts';
import { i18nextOptions } from './i18n/i18next-options.ts';

/** One small file for each language and namespace; a page loads its own only. */
const texts = import.meta.glob<ResourceKey>('../locales/*/*.json', { import: 'default' });

async function hydrate(): Promise<void> {
  const language = document.documentElement.lang;
  const namespaces = [...new Set([i18nextOptions.defaultNS, ...getInitialNamespaces()])];
  // A form may be worded in another language than its page.
  const wording = document.querySelector<HTMLElement>('[data-wording]')?.dataset.wording;
  const wanted = [language, wording].filter((name) => name !== undefined);
  const loaded = await Promise.all(wanted.map(async (name) => [name, await textsIn(name, namespaces)] as const));
  await i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: language,
    ns: namespaces,
    resources: Object.fromEntries(loaded),
  });
  const putInputBack = rememberInput();
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18next}>
        <RemixBrowser />
      </I18nextProvider>,
      {
        onRecoverableError: () => {
          putInputBack();
          dispatchEvent(new Event('document-rebuilt'));
        },
      },
    );
  });
}

async function textsIn(language: string, namespaces: string[]) {
  const loaded = await Promise.all(
    namespaces.map(async (name) => [name, (await texts[`../locales/${language}/${name}.json`]?.()) ?? {}] as const),
  );
  return Object.fromEntries(loaded);
}

void hydrate();
