import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import type { EntryContext, HandleErrorFunction } from '@remix-run/node';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { companyOf } from './company/company-of-environment.server.ts';
import { CompanyOnServer } from './company/company.ts';
import { deferReact } from './enhancement/defer-react.server.ts';
import { i18n } from './i18n/i18n.server.ts';
import { i18nextOptions } from './i18n/i18next-options.ts';
import { languageOfRequest } from './i18n/language-choice.server.ts';
import { resources } from './i18n/resources.server.ts';
import { services } from './services.server.ts';

// A wrong environment stops the start here, under our own server and under plain remix-serve alike.
const site = await services();

/** What server.ts needs of the app; taken from the build, because a second import would make everything twice. */
export { site };

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const language = languageOfRequest(request);
  const i18next = createInstance();
  await i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: language,
    ns: [i18nextOptions.defaultNS, ...i18n.getRouteNamespaces(context)],
    resources,
  });
  // Rendered whole: a page is small, and a whole one can be kept and hashed.
  const html = renderToString(
    <I18nextProvider i18n={i18next}>
      <CompanyOnServer.Provider value={companyOf(site.env)}>
        <RemixServer context={context} url={request.url} />
      </CompanyOnServer.Provider>
    </I18nextProvider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', language);
  if (request.method === 'POST') headers.set('Cache-Control', 'no-store');
  return new Response(`<!DOCTYPE html>${deferReact(html)}`, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  // A visitor who went away is no fault.
  if (request.signal.aborted) return;
  // What the router itself refuses, it tells with the address, which may hold a receipt's secret.
  if (isRouteErrorResponse(error)) site.log.warn({ status: error.status, method: request.method }, 'request refused');
  else site.log.error({ err: error, method: request.method }, 'request failed');
};
