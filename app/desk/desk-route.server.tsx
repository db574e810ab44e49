import { companyIn } from '#app/company/company-in-language.server.ts';
import { isDatabaseUnavailable, outageRetryAfter } from '#app/database/database-error.ts';
import { preferredLanguage } from '#app/i18n/language-choice.server.ts';
import { plainPage, plainPagePolicy } from '#app/problems/plain-page.server.ts';
import { keepUnsentForm, type UnsentForm } from '#app/problems/unsent-form.ts';
import { Notice } from '#app/ui/messages/notice.tsx';
import { noFiles } from '#app/uploads/receive/no-files.ts';
import { readUpload } from '#app/uploads/receive/read-upload.server.ts';
import {
  admitSignedIn,
  admitVisitor,
  checkFormToken,
  type Desk,
  DeskNotFoundError,
  type DeskRules,
  type DeskSite,
  ForeignFormError,
  readForm,
  requestedDeskLanguage,
  textOf,
  UnreadableFormError,
} from './access.server.ts';
import { deskPage } from './desk-page.server.tsx';
import { privateHeaders } from './private-headers.ts';
import { deskTexts } from './texts/desk-texts.ts';
import { Outage } from './view/outage.tsx';
import { SignedOut } from './view/signed-out.tsx';

/** What Remix passes to a loader or an action. */
export interface RouteArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: { visitorAddress?: string; submitted?: FormData };
}

/** A request to the desk. */
export interface DeskRequest {
  desk: Desk;
  /** The submitted form; empty for a GET request, and for a route that reads its form itself. */
  form: FormData;
  /** Unix time in ms. */
  now: number;
}

/**
 * Responds to a request for a page of the desk: with 404 if the desk does not exist for its sender, with the sign-in
 * page if nobody is signed in, and with an error if its form is not from this session.
 * @param respond returns the response to a request that is allowed
 * @param options.readsForm false if `respond` reads the form itself, because it has files; it must then call
 *   `checkFormToken`
 */
export async function deskRoute(
  site: DeskSite,
  routeId: string,
  { request, context }: RouteArguments,
  respond: (deskRequest: DeskRequest) => Promise<Response>,
  { readsForm = true, ...rules }: DeskRules & { readsForm?: boolean } = {},
): Promise<Response> {
  const now = Date.now();
  try {
    const desk = await admitSignedIn(site, request, { address: context.visitorAddress, ...rules, now });
    if (!desk) return await askToSignIn(routeId, request, readsForm);
    if (request.method !== 'POST' || !readsForm) return await respond({ desk, form: new FormData(), now });
    const form = await readForm(request);
    context.submitted = form;
    checkFormToken(desk, form);
    return await respond({ desk, form, now });
  } catch (error) {
    return refusal(site, routeId, { request, context }, error);
  }
}

/** Like {@link deskRoute}, for pages that do not require signing in. */
export async function openDeskRoute(
  site: DeskSite,
  routeId: string,
  { request, context }: RouteArguments,
  respond: () => Promise<Response>,
): Promise<Response> {
  try {
    await admitVisitor(site, context.visitorAddress);
    return await respond();
  } catch (error) {
    return refusal(site, routeId, { request, context }, error);
  }
}

/** Redirects after a form submission (303). */
export function seeOther(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { ...privateHeaders, ...headers, Location: path } });
}

/**
 * Redirects to the sign-in page. If the session ended before a text was submitted, shows that text instead, so that it
 * is not lost.
 */
async function askToSignIn(routeId: string, request: Request, readsForm: boolean): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const signInHref = `/desk/sign-in?${new URLSearchParams({ to: pathname + search }).toString()}`;
  // A form with files would take too much memory to read here.
  const text = request.method === 'POST' && readsForm ? textOf(await readForm(request), 'text') : '';
  if (text === '') return seeOther(signInHref);
  const language = requestedDeskLanguage(request);
  const texts = deskTexts[language];
  return deskPage(
    { routeId, title: texts.signIn.title, status: 403, desk: { language } },
    <SignedOut texts={texts} text={text} signInHref={signInHref} />,
  );
}

async function refusal(
  site: DeskSite,
  routeId: string,
  { request, context }: Pick<RouteArguments, 'request' | 'context'>,
  error: unknown,
): Promise<Response> {
  if (isDatabaseUnavailable(error)) {
    const language = requestedDeskLanguage(request);
    const texts = deskTexts[language];
    const unsent = await keepForm(request, context.submitted);
    return deskPage(
      {
        ...{ routeId, title: texts.outage.title, status: 503, desk: { language } },
        headers: { 'Retry-After': String(outageRetryAfter) },
      },
      <Outage texts={texts} phone={site.facts.current().facts.phone} unsent={unsent} />,
    );
  }
  if (error instanceof DeskNotFoundError) {
    const language = preferredLanguage(request);
    return new Response(plainPage({ status: 404, language, company: companyIn(language, site.facts) }), {
      status: 404,
      headers: {
        ...privateHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': plainPagePolicy,
      },
    });
  }
  if (!(error instanceof ForeignFormError || error instanceof UnreadableFormError)) throw error;
  const [status, language] =
    error instanceof ForeignFormError ? [403, error.language] : [400, requestedDeskLanguage(request)];
  const { error: texts, desk } = deskTexts[language];
  return deskPage(
    { routeId, title: desk, status, desk: { language } },
    <Notice variant="problem">
      <p>{texts.form}</p>
    </Notice>,
  );
}

/** Fields that are never sent back to the browser: a person has to enter them again. */
const secretFields = ['password', 'current', 'code'];

/** Keeps a submitted form so that the outage page can show it; undefined if there is none, or it contains a secret. */
async function keepForm(request: Request, submitted: FormData | undefined): Promise<UnsentForm | undefined> {
  if (request.method !== 'POST') return undefined;
  // `readUpload` skips files, which would otherwise take too much memory.
  const form = submitted ?? (await readUpload(request, noFiles)).fields;
  return secretFields.some((name) => form.has(name)) ? undefined : keepUnsentForm(form, (name) => name === 'text');
}
