import { cookieHeader, type DeskSite, formTokenOf, isSameToken, readCookie, textOf } from './access.server.ts';
import { type Session, sessionLifetimes } from './sign-in/sessions.server.ts';
import { formTokenField } from './view/form-token.tsx';

// A form may be sent after its session has ended, perhaps after its sender has signed out or in again in another tab. Its
// text must not be lost, but shown only to the person who was signed in on that form. A cookie therefore remembers the
// form tokens of the last sessions of the person who last signed in with this browser. It gives no access to anything.

const cookie = 'desk-forms';
/** How many sessions of a person are remembered. */
const maxSessions = 4;

/**
 * Returns the Set-Cookie header with which a session begins: it adds the session's forms to those of the same person's
 * earlier sessions, and forgets those of anybody else.
 */
export function ownFormsCookie(site: DeskSite, request: Request, { token, person, isOwnDevice }: Session): string {
  const earlier = readOwnForms(site, request);
  const tokens = [formTokenOf(token), ...(earlier.personId === person.id ? earlier.tokens : [])];
  const value = [person.id, ...tokens.slice(0, maxSessions)].join('.');
  return cookieHeader(site, cookie, value, isOwnDevice ? sessionLifetimes.own.total / 1000 : undefined);
}

/**
 * Returns whether a form was rendered for the person who last signed in with this browser.
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
