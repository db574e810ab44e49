import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node';
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
import { newFaultId } from './problems/fault-id.ts';
import { plainPage, plainPagePolicy } from './problems/plain-page.server.ts';
import { RequestIdOnServer } from './problems/request-id.ts';
import { contentSecurityPolicy } from './security/content-security-policy.server.ts';
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
  loadContext: AppLoadContext,
): Promise<Response> {
  const language = languageOfRequest(request);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', language);
  // Without a word about it caches may keep some of these pages (RFC 9111, section 4.2.2).
  const isForNow = request.method === 'POST' || (status >= 400 && !headers.has('Cache-Control'));
  if (isForNow) headers.set('Cache-Control', 'no-store');
  for (const ofAction of Object.values(context.staticHandlerContext.actionHeaders)) {
    // Of an action's headers Remix passes on cookies only.
    const wait = ofAction.get('Retry-After');
    if (wait !== null) headers.set('Retry-After', wait);
  }
  try {
    const html = `<!DOCTYPE html>${deferReact(await render(request, context, loadContext))}`;
    headers.set('Content-Security-Policy', policyOf(request, html));
    return new Response(html, { status, headers });
  } catch (error) {
    // The first time Remix asks for the error page in place of this one.
    if (!context.staticHandlerContext.errors) throw error;
    handleError(error, { request, context: loadContext, params: {} });
    headers.set('Content-Security-Policy', plainPagePolicy);
    const company = companyOf(site.env);
    const answered = Math.max(status, 400);
    return new Response(plainPage({ status: answered, language, company, requestId: requestIdOf(loadContext) }), {
      status: answered,
      headers,
    });
  }
}

/** Rendered whole: a page is small, and a whole one can be kept and hashed. */
async function render(request: Request, context: EntryContext, loadContext: AppLoadContext): Promise<string> {
  const i18next = createInstance();
  await i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: languageOfRequest(request),
    ns: [i18nextOptions.defaultNS, ...i18n.getRouteNamespaces(context)],
    resources,
  });
  return renderToString(
    <I18nextProvider i18n={i18next}>
      <CompanyOnServer.Provider value={companyOf(site.env)}>
        <RequestIdOnServer.Provider value={requestIdOf(loadContext)}>
          <RemixServer context={context} url={request.url} />
        </RequestIdOnServer.Provider>
      </CompanyOnServer.Provider>
    </I18nextProvider>,
  );
}

function policyOf(request: Request, html: string): string {
  return contentSecurityPolicy(html, {
    leadsToPartners: new URL(request.url).pathname === '/deeplink',
    // The page itself says whether it may be counted: not where it is one visitor's.
    analytics: html.includes('<meta name="analytics"'),
    isSecure: site.env.IS_HTTPS,
  });
}

/** Our own server names each request; plain remix-serve does not. */
function requestIdOf(loadContext: AppLoadContext): string {
  return (loadContext.requestId ??= newFaultId());
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who went away is no fault.
  if (request.signal.aborted) return;
  const about = { id: requestIdOf(context), method: request.method };
  // What the router itself refuses, it tells with the address, which may hold a receipt's secret.
  if (isRouteErrorResponse(error)) site.log.warn({ ...about, status: error.status }, 'request refused');
  else site.log.error({ ...about, err: error }, 'request failed');
};
