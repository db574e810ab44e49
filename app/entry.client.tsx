import { RemixBrowser } from '@remix-run/react';
import i18next from 'i18next';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { getInitialNamespaces } from 'remix-i18next/client';
import { rememberInput } from './enhancement/react/keep-input.ts';
import { reactStarted } from './enhancement/react/react-started.ts';
import { i18nextOptions } from './i18n/texts/i18next-options.ts';
import { loadNamespaces } from './i18n/texts/load-texts.ts';

async function hydrate(): Promise<void> {
  const language = document.documentElement.lang;
  const namespaces = [...new Set([i18nextOptions.defaultNS, ...getInitialNamespaces()])];
  const texts = await loadNamespaces(language, namespaces);
  await i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: language,
    ns: namespaces,
    resources: { [language]: texts },
  });
  const restoreInput = rememberInput();
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18next}>
        <RemixBrowser />
      </I18nextProvider>,
      {
        onRecoverableError: () => {
          restoreInput();
          dispatchEvent(new Event('document-rebuilt'));
        },
      },
    );
  });
}

void hydrate().then(() => dispatchEvent(new Event(reactStarted)));
