import { companyIn } from '#app/company/company-in-language.server.ts';
import { isDatabaseUnavailable, outageRetryAfter } from '#app/database/database-error.ts';
import { preferredLanguage } from '#app/i18n/language-choice.server.ts';
import { plainPage, plainPagePolicy } from '#app/problems/plain-page.server.ts';
import { keepUnsentForm, type UnsentForm } from '#app/problems/unsent-form.ts';
import {
  admitSignedIn,
  admitVisitor,
  checkFormToken,
  type Desk,
  DeskNotFoundError,
  type DeskRules,
  type DeskSite,
  ForeignFormError,
  requestedDeskLanguage,
} from './access.server.ts';
import { deskPage } from './desk-page.server.tsx';
import { isOwnForm, rememberForms } from './own-forms.server.ts';
import type { DeskLanguage, Person } from './people/person.ts';
import { privateHeaders } from './private-headers.ts';
import { FormError, readForm } from './read-form.server.ts';
import { deskTexts } from './texts/desk-texts.ts';
import { Outage } from './view/outage.tsx';
import { type UnsavedInput, UnsavedInputPage } from './view/unsaved-input.tsx';

/** What Remix passes to a loader or an action. */
export interface RouteArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: { visitorAddress?: string; evictionSignal?: AbortSignal; submitted?: FormData };
}

/** The form of a route. */
interface DeskForm {
  /** False if the route reads the form itself, because it stores files; it must then call `checkFormToken`. */
  readsForm?: boolean;
  /** See `readForm`. */
  maxFileBytes?: number;
  /** Whether a field is typed and shown again if it could not be saved; by default, the one called `text`. */
  isTyped?: IsTyped;
  /** True if nothing is lost when the session has already ended, as for signing out; otherwise its sender is told. */
  savesNothing?: boolean;
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
 */
export async function deskRoute(
  site: DeskSite,
  routeId: string,
  { request, context }: RouteArguments,
  respond: (deskRequest: DeskRequest) => Promise<Response>,
  { readsForm = true, maxFileBytes, isTyped = isNote, savesNothing, ...rules }: DeskRules & DeskForm = {},
): Promise<Response> {
  const now = Date.now();
  const args = { request, context };
  try {
    const desk = await admitSignedIn(site, request, { address: context.visitorAddress, ...rules, now });
    if (!desk) return await askToSignIn(site, routeId, args, { isTyped, savesNothing });
    let form = new FormData();
    if (request.method === 'POST' && readsForm) {
      form = await readForm(args, { maxFileBytes, sender: desk.person });
      checkFormToken(desk, form);
    }
    const response = await respond({ desk, form, now });
    rememberForms(site, request, desk.session, response.headers);
    return response;
  } catch (error) {
    return refusal(site, routeId, args, error, isTyped);
  }
}

type FormRequest = Pick<RouteArguments, 'request' | 'context'>;
type IsTyped = (name: string) => boolean;
const isNote: IsTyped = (name) => name === 'text';

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
    return refusal(site, routeId, { request, context }, error, isNote);
  }
}

/** Redirects after a form submission (303). @param cookies Set-Cookie headers */
export function seeOther(path: string, ...cookies: string[]): Response {
  const headers = new Headers({ ...privateHeaders, Location: path });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/**
 * Redirects to the sign-in page. If the session ended before a form was submitted, tells its sender instead that nothing
 * was saved, and shows what they had typed, so that it is not lost.
 */
async function askToSignIn(
  site: DeskSite,
  routeId: string,
  { request, context }: FormRequest,
  { isTyped, savesNothing }: { isTyped: IsTyped; savesNothing: boolean | undefined },
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const signInHref = `/desk/sign-in?${new URLSearchParams({ to: pathname + search }).toString()}`;
  if (request.method !== 'POST') return seeOther(signInHref);
  const form = await readForm({ request, context });
  if (savesNothing || !isOwnForm(site, request, form)) return seeOther(signInHref);
  const unsaved = unsavedInput(form, isTyped);
  const language = requestedDeskLanguage(request);
  const texts = deskTexts[language];
  return deskPage(
    { routeId, title: texts.signIn.title, status: 403, desk: { language } },
    <UnsavedInputPage
      texts={texts}
      reason={unsaved.typed.length > 0 ? [texts.signIn.ended, texts.signIn.endedHint] : [texts.signIn.ended]}
      unsaved={unsaved}
      next={{ href: signInHref, label: texts.signIn.submit }}
    />,
  );
}

/** Returns what somebody has typed in a form, and the files that they have chosen. */
function unsavedInput(form: FormData, isTyped: IsTyped): UnsavedInput {
  const { typed } = keepUnsentForm(form, isTyped);
  const fileNames = Array.from(form.values()).flatMap((value) => (value instanceof File ? [value.name] : []));
  return { typed, fileNames };
}

async function refusal(
  site: DeskSite,
  routeId: string,
  { request, context }: FormRequest,
  error: unknown,
  isTyped: IsTyped,
): Promise<Response> {
  const unsavedBy = (sender: Person | undefined) =>
    context.submitted && isOwnForm(site, request, context.submitted, sender?.id)
      ? unsavedInput(context.submitted, isTyped)
      : undefined;
  if (isDatabaseUnavailable(error)) {
    const language = requestedDeskLanguage(request);
    const texts = deskTexts[language];
    const unsent = await keepForm({ request, context }, isTyped);
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
  if (error instanceof ForeignFormError) {
    const { person, language } = error.desk;
    return formErrorPage(routeId, request, { status: 403, language, reason: 'form' }, unsavedBy(person));
  }
  if (error instanceof FormError) {
    const { sender } = error;
    const language = sender?.language ?? requestedDeskLanguage(request);
    return formErrorPage(routeId, request, { ...formErrors[error.reason], language }, unsavedBy(sender));
  }
  throw error;
}

/** The responses to forms that were not read whole. */
const formErrors = {
  'too large': { status: 413, reason: 'tooLarge' },
  busy: { status: 503, reason: 'busy' },
  unreadable: { status: 400, reason: 'form' },
} as const satisfies Record<FormError['reason'], object>;

/** Says why a form was not accepted, and shows what its sender had typed. */
function formErrorPage(
  routeId: string,
  { url }: Request,
  { status, language, reason }: { status: number; language: DeskLanguage; reason: 'form' | 'tooLarge' | 'busy' },
  unsaved?: UnsavedInput,
): Response {
  const texts = deskTexts[language];
  return deskPage(
    {
      ...{ routeId, title: texts.desk, status, desk: { language } },
      ...(status === 503 && { headers: { 'Retry-After': String(outageRetryAfter) } }),
    },
    <UnsavedInputPage
      texts={texts}
      reason={[texts.error[reason]]}
      unsaved={unsaved}
      next={{ href: new URL(url).pathname, label: texts.unsaved.back }}
    />,
  );
}

/** Fields that are never sent back to the browser: a person has to enter them again. */
const secretFields = ['password', 'current', 'code'];

/** Keeps a submitted form so that the outage page can show it; undefined if there is none, or it contains a secret. */
async function keepForm({ request, context }: FormRequest, isTyped: IsTyped): Promise<UnsentForm | undefined> {
  if (request.method !== 'POST') return undefined;
  const form = context.submitted ?? (await readForm({ request, context }).catch(() => undefined));
  if (!form || secretFields.some((name) => form.has(name))) return undefined;
  return keepUnsentForm(form, isTyped);
}
