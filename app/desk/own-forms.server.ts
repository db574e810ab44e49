import { cookieHeader, type DeskSite, formTokenOf, isSameToken, readCookie, textOf } from './access.server.ts';
import { type Session, sessionLifetimes } from './sign-in/sessions.server.ts';
import { formTokenField } from './view/form-token.tsx';

// A form may be sent after its session has ended, perhaps after its sender has signed out or in again in another tab. Its
// text must not be lost, but shown only to the person who was signed in on that form. A cookie therefore remembers the
// form tokens of the last sessions of the person who last used the desk with this browser. It gives no access to anything.

const cookie = 'desk-forms';
/** How many sessions of a person are remembered. */
const maxSessions = 4;
/** How long they are remembered on a person's own device (s): a week longer than the longest session. */
const lifetime = sessionLifetimes.own.total / 1000 + 7 * 24 * 60 * 60;

/**
 * Lets the browser remember the forms of a session, unless it already does, together with those of the same person's
 * earlier sessions. It forgets those of anybody else.
 * @param headers of the response
 */
export function rememberForms(site: DeskSite, request: Request, session: Session, headers: Headers): void {
  const { token, person, isOwnDevice } = session;
  const earlier = readOwnForms(site, request);
  const tokens = earlier.personId === person.id ? earlier.tokens : [];
  const formToken = formTokenOf(token);
  if (tokens.some((other) => isSameToken(other, formToken))) return;
  const value = [person.id, formToken, ...tokens.slice(0, maxSessions - 1)].join('.');
  headers.append('Set-Cookie', cookieHeader(site, cookie, value, isOwnDevice ? lifetime : undefined));
}

/**
 * Returns whether a form was rendered for the person who last used the desk with this browser.
 * @param signedInId the person who is signed in now, if anybody is: it must be the same
 */
export function isOwnForm(site: DeskSite, request: Request, form: FormData, signedInId?: string): boolean {
  const { personId, tokens } = readOwnForms(site, request);
  if (signedInId !== undefined && signedInId !== personId) return false;
  const formToken = textOf(form, formTokenField);
  return tokens.some((token) => isSameToken(formToken, token));
}

function readOwnForms(site: DeskSite, request: Request): { personId: string | undefined; tokens: string[] } {
  const [personId, ...tokens] = readCookie(site, request, cookie)?.split('.') ?? [];
  return { personId, tokens: tokens.filter((token) => token !== '') };
}
