import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { ServerCompanyContext } from './company/company.ts';
import { companyIn } from './company/company-in-language.server.ts';
import type { PageHandle } from './content/frame/current-page.ts';
import { deferReact } from './enhancement/react/defer-react.server.ts';
import { callBackPlainForm } from './enquiries/kinds/call-back/call-back-plain-form.server.ts';
import { readLastSent } from './enquiries/last-sent.ts';
import { documentLanguageOf } from './i18n/language-choice.server.ts';
import { i18n } from './i18n/texts/i18n.server.ts';
import { i18nextOptions } from './i18n/texts/i18next-options.ts';
import { resources } from './i18n/texts/resources.server.ts';
import { plainPage, plainPagePolicy } from './problems/plain-page.server.ts';
import { newErrorId } from './problems/report/error-id.ts';
import { RequestIdOnServer } from './problems/report/request-id.ts';
import { buildContentSecurityPolicy } from './server/responses/content-security-policy.server.ts';
import { services } from './services.server.ts';
import { RenderedPartsOnServer } from './ui/rendered-once.tsx';
import { encodeMarkup, renderedPart } from './ui/rendered-parts.server.ts';
import { pageStyleOf } from './ui/styles/page-style.server.ts';
import { type PageStyle, PageStyleOnServer } from './ui/styles/page-style.ts';

const doctype = Buffer.from('<!DOCTYPE html>');

// Opened here, so that an invalid environment stops both our own server and plain remix-serve.
const site = await services();

/** For server.ts, which must import this from the build: importing the source would open the services twice. */
export { serve } from './serve.server.ts';

/**
 * Renders a document (Remix's entry point). Sets language, caching and Content-Security-Policy headers, and falls back
 * to a plain error page if the error page cannot be rendered either.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const language = documentLanguageOf({ request, context: loadContext });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', language);
  // Without Cache-Control, caches may store some of these responses (RFC 9111, section 4.2.2).
  const isUncacheable = request.method === 'POST' || (status >= 400 && !headers.has('Cache-Control'));
  if (isUncacheable) headers.set('Cache-Control', 'no-store');
  // The page shows what the visitor last sent, so browsers must revalidate it before reuse.
  if (!headers.has('Cache-Control') && readLastSent(request.headers.get('Cookie'), new URL(request.url).pathname)) {
    headers.set('Cache-Control', 'private, no-cache');
    headers.append('Vary', 'Cookie');
  }
  const { actionHeaders, loaderHeaders } = context.staticHandlerContext;
  for (const routeHeaders of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    // Remix itself copies only cookies from the headers of an action or of an error.
    const retryAfter = routeHeaders.get('Retry-After');
    if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  }
  try {
    const style = styleOf(context);
    const { body, policy } = await render(request, context, loadContext, style);
    headers.set('Content-Security-Policy', policy);
    if (!loadContext.document) return new Response(body, { status, headers });
    loadContext.document.body = body;
    return new Response(null, { status, headers });
  } catch (error) {
    // After the first error, Remix calls this function again to render the error page.
    if (!context.staticHandlerContext.errors) throw error;
    handleError(error, { request, context: loadContext, params: {} });
    headers.set('Content-Security-Policy', plainPagePolicy);
    const company = companyIn(language, site.facts);
    const errorStatus = Math.max(status, 400);
    const requestId = requestIdOf(loadContext);
    const form = callBackPlainForm(language);
    return new Response(plainPage({ status: errorStatus, language, company, requestId, form }), {
      status: errorStatus,
      headers,
    });
  }
}

/**
 * Renders the whole page without streaming: pages are small, and only a complete page can be cached and hashed.
 * @returns the page in UTF-8, and its Content-Security-Policy
 */
async function render(
  request: Request,
  context: EntryContext,
  loadContext: AppLoadContext,
  style: PageStyle | undefined,
): Promise<{ body: Buffer<ArrayBuffer>; policy: string }> {
  const language = documentLanguageOf({ request, context: loadContext });
  const i18next = createInstance();
  await i18next
    .use(initReactI18next)
    .init({ ...i18nextOptions, lng: language, ns: i18n.getRouteNamespaces(context), resources });
  const endTurn = await site.turns.take(site.limits.visitorKeyOf(loadContext.visitorAddress));
  try {
    const html = renderToString(
      <I18nextProvider i18n={i18next}>
        <ServerCompanyContext.Provider value={companyIn(language, site.facts)}>
          <RequestIdOnServer.Provider value={requestIdOf(loadContext)}>
            <RenderedPartsOnServer.Provider value={renderedPart}>
              <PageStyleOnServer.Provider value={style}>
                <RemixServer context={context} url={request.url} />
              </PageStyleOnServer.Provider>
            </RenderedPartsOnServer.Provider>
          </RequestIdOnServer.Provider>
        </ServerCompanyContext.Provider>
      </I18nextProvider>,
    );
    // Parts that are rendered once contain no inline scripts, so the policy follows from the page without them.
    const [markup, scripts] = deferReact(html);
    const policy = buildPolicy(request, [markup, scripts], style);
    // The stored parts are filled in at once, without `await`: rendering another page may change them.
    return { body: Buffer.concat([doctype, encodeMarkup(markup), Buffer.from(scripts)]), policy };
  } finally {
    endTurn();
  }
}

/** Returns the style of the page: an error page may need any of its rules. */
function styleOf({ routeModules, staticHandlerContext }: EntryContext): PageStyle | undefined {
  const { matches, loaderData, errors } = staticHandlerContext;
  const id = matches[matches.length - 1]?.route.id ?? 'root';
  const { hasPartialStyle } = (routeModules[id]?.handle ?? {}) as PageHandle<unknown>;
  return pageStyleOf(id, !errors && hasPartialStyle?.(loaderData[id]));
}

function buildPolicy(request: Request, [markup, scripts]: [string, string], style: PageStyle | undefined): string {
  return buildContentSecurityPolicy([markup, scripts], {
    styleSource: style && `'${style.hash}'`,
    redirectsToPartners: new URL(request.url).pathname === '/deeplink',
    // A page that may load analytics has this element; private pages do not.
    analytics: markup.includes('<meta name="analytics"'),
    isSecure: site.env.IS_HTTPS,
  });
}

/** Returns the request id, and generates it under plain remix-serve, which does not assign ids. */
function requestIdOf(loadContext: AppLoadContext): string {
  return (loadContext.requestId ??= newErrorId());
}

/** Logs errors of loaders, actions and rendering (Remix's entry point). */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // The visitor has left, which is not an error.
  if (request.signal.aborted) return;
  const requestFields = { id: requestIdOf(context), method: request.method };
  // The router's own messages contain the URL, which may include a receipt's token.
  if (isRouteErrorResponse(error)) site.log.warn({ ...requestFields, status: error.status }, 'request refused');
  else site.log.error({ ...requestFields, err: error }, 'request failed');
};
