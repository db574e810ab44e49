import type { ReactNode } from 'react';
import { languages } from '#app/i18n/languages.ts';
import { IconSprite } from '#app/ui/icons/icon-sprite.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { ContactChange } from '../company/contact-changes.server.ts';
import type { DeskLanguage, Person } from '../people/person.ts';
import { deskTexts } from '../texts/desk-texts.ts';
import { ContactChanges } from './contact-changes.tsx';
import { FormToken } from './form-token.tsx';

/** The sections of the desk, with the paths of their pages. Only leads see those with the role `lead`. */
const sections = [
  { path: '/desk/requests', name: 'requests', role: 'coordinator' },
  { path: '/desk/weeks', name: 'weeks', role: 'lead' },
  { path: '/desk/person', name: 'person', role: 'lead' },
  { path: '/desk/people', name: 'people', role: 'lead' },
  { path: '/desk/company', name: 'company', role: 'lead' },
  { path: '/desk/audit', name: 'audit', role: 'lead' },
  { path: '/desk/account', name: 'account', role: 'coordinator' },
] as const;
export type Section = (typeof sections)[number]['name'];

export interface DeskDocumentProps {
  language: DeskLanguage;
  title: string;
  /** The section that is marked as current. */
  section?: Section;
  /** Who is signed in, with the token of the session's forms; undefined if nobody is. */
  signedIn?: { person: Person; formToken: string; contactChanges: readonly ContactChange[] };
  /** The text of the style element; if omitted, the page links to the whole stylesheet. */
  style?: string;
  stylesheet: string;
  /** The URL of the page's script. */
  script?: string | undefined;
  children: ReactNode;
}

/** A page of the desk: a document of its own, without the public site's scripts. */
export function DeskDocument({
  language,
  title,
  section,
  signedIn,
  style,
  stylesheet,
  script,
  children,
}: DeskDocumentProps) {
  const t = deskTexts[language];
  return (
    <html lang={language} dir={languages[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} | ${t.desk}`}</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {style === undefined ? <link rel="stylesheet" href={stylesheet} /> : null}
        {style !== undefined && <style dangerouslySetInnerHTML={{ __html: style }} />}
        {script !== undefined && <script src={script} defer />}
      </head>
      <body>
        <IconSprite isInFile={false}>
          <header className="no-print bg-surface-deep text-ink-inverse">
            <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-4 px-4 py-1">
              <p className="py-2 font-semibold">{t.desk}</p>
              {signedIn && (
                <form method="post" action="/desk/sign-out" className="flex items-center gap-3">
                  <FormToken value={signedIn.formToken} />
                  <bdi className="text-small">{signedIn.person.name}</bdi>
                  <button type="submit" className="min-h-11 cursor-pointer px-2 font-semibold underline">
                    {t.signOut}
                  </button>
                </form>
              )}
            </div>
            {signedIn && (
              <nav aria-label={t.nav.label} className="mx-auto max-w-page px-1">
                <ul className="flex flex-wrap">
                  {sections
                    .filter(({ role }) => role === 'coordinator' || signedIn.person.role === 'lead')
                    .map(({ path, name }) => (
                      <li key={path}>
                        <a
                          href={path}
                          aria-current={name === section ? 'page' : undefined}
                          className="desk-section whitespace-nowrap"
                        >
                          {t.nav[name]}
                        </a>
                      </li>
                    ))}
                </ul>
              </nav>
            )}
          </header>
          <main id="content" className="mx-auto grid max-w-page gap-6 px-4 py-6">
            <h1 className="text-h2">{title}</h1>
            {signedIn?.person.mustRenewApp && (
              <Notice variant="problem">
                <p>{t.verify.outdated}</p>
              </Notice>
            )}
            {signedIn && (
              <ContactChanges language={language} formToken={signedIn.formToken} changes={signedIn.contactChanges} />
            )}
            {children}
          </main>
        </IconSprite>
      </body>
    </html>
  );
}
