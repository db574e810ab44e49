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
  const loaded = await Promise.all(
    namespaces.map(async (name) => [name, (await texts[`../locales/${language}/${name}.json`]?.()) ?? {}] as const),
  );
  await i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: language,
    ns: namespaces,
    resources: { [language]: Object.fromEntries(loaded) },
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

void hydrate();
