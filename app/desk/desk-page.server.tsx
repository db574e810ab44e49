import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import stylesheet from '#app/styles.css?url';
import { pageStyleOf } from '#app/ui/styles/page-style.server.ts';
import type { Desk } from './access.server.ts';
import type { DeskLanguage } from './people/person.ts';
import { privateHeaders } from './private-headers.ts';
import { DeskDocument, type Section } from './view/desk-document.tsx';

interface DeskPage {
  /** Remix's id of the route, whose styles the page gets. */
  routeId: string;
  title: string;
  section?: Section;
  status?: number;
  headers?: Record<string, string>;
  /** The URL of a script on this site. */
  script?: string;
  /** Who is signed in; before that, only the language. */
  desk: Desk | { language: DeskLanguage };
}

/**
 * Renders a page of the desk as a document of its own: without the public site's layout and scripts, and never cached.
 */
export function deskPage(
  { routeId, title, section, status = 200, headers, script, desk }: DeskPage,
  content: ReactNode,
): Response {
  const style = pageStyleOf(routeId);
  const html = renderToStaticMarkup(
    <DeskDocument
      language={desk.language}
      title={title}
      section={section}
      signedIn={'person' in desk ? desk : undefined}
      style={style?.css}
      stylesheet={stylesheet}
      script={script}
    >
      {content}
    </DeskDocument>,
  );
  return new Response(`<!DOCTYPE html>${html}`, {
    status,
    headers: {
      ...privateHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': desk.language,
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'self'${style ? ` '${style.hash}'` : ''}`,
        ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
        "img-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      ...headers,
    },
  });
}
