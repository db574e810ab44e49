import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FactsWatch } from '#app/company/facts/published-facts.ts';
import type { Database } from '#app/database/database.server.ts';
import type { Environment } from '#app/env/env.server.ts';
import { inNetworks } from '#app/env/networks.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { ReadingAudit } from './audit/reading-audit.server.ts';
import { type ContactChange, unseenContactChanges } from './company/contact-changes.server.ts';
import { hasPeople } from './people/people.server.ts';
import { type DeskLanguage, isDeskLanguage, type Person } from './people/person.ts';
import { findSession, type Session, sessionLifetimes, verificationLifetime } from './sign-in/sessions.server.ts';
import { type DeskTexts, deskTexts } from './texts/desk-texts.ts';
import { formTokenField } from './view/form-token.tsx';

/** What the desk needs from the site. */
export interface DeskSite {
  database: Database;
  env: Environment;
  files: FileStore;
  facts: FactsWatch;
  readingAudit: ReadingAudit;
}

/** A request to the desk by somebody who is signed in. */
export interface Desk {
  session: Session;
  person: Person;
  language: DeskLanguage;
  texts: DeskTexts;
  /** See {@link FormToken}. */
  formToken: string;
  /** Whether a code was entered within the last few minutes, see {@link verificationLifetime}. */
  isVerified: boolean;
  /** The changes to contact facts that every page shows to a lead until they confirm having seen them. */
  contactChanges: readonly ContactChange[];
}

/** Who may send a request to the desk, and whether it extends the session. */
export interface DeskRules {
  role?: 'lead';
  extendsSession?: boolean;
}

/** The desk does not exist for this request: there are no accounts, or the network or role is not allowed. */
export class DeskNotFoundError extends Error {
  override name = 'DeskNotFoundError';
}

/** The form of a request does not belong to the session. */
export class ForeignFormError extends Error {
  override name = 'ForeignFormError';
  /** Who is signed in. */
  readonly desk: Desk;

  constructor(desk: Desk) {
    super('The form is not from this session.');
    this.desk = desk;
  }
}

/**
 * Admits a request to a page of the desk that does not require signing in.
 * @throws {DeskNotFoundError}
 */
export async function admitVisitor({ database, env }: DeskSite, address: string | undefined): Promise<void> {
  if (!inNetworks(address, env.DESK_NETWORKS) || !(await hasPeople(database))) throw new DeskNotFoundError();
}

/**
 * Admits a request from somebody who is signed in.
 * @param role the required role; if omitted, anybody who is signed in is admitted
 * @param extendsSession see `findSession`
 * @returns undefined if nobody is signed in
 * @throws {DeskNotFoundError}
 */
export async function admitSignedIn(
  site: DeskSite,
  request: Request,
  { address, role, extendsSession, now }: { address: string | undefined; now: number } & DeskRules,
): Promise<Desk | undefined> {
  await admitVisitor(site, address);
  const token = sessionToken(site, request);
  const session = token === undefined ? undefined : await findSession(site.database, token, now, extendsSession);
  if (!session) return undefined;
  const { person } = session;
  if (role === 'lead' && person.role !== 'lead') throw new DeskNotFoundError();
  return {
    session,
    person,
    language: person.language,
    texts: deskTexts[person.language],
    formToken: formTokenOf(session.token),
    isVerified: now - session.verifiedAt < verificationLifetime,
    contactChanges: person.role === 'lead' ? await unseenContactChanges(site.database, person.id) : [],
  };
}

/**
 * Checks the token of a form from somebody who is signed in.
 * @throws {ForeignFormError} if it was not rendered for this session
 */
export function checkFormToken(desk: Desk, form: FormData): void {
  if (!isSameToken(textOf(form, formTokenField), desk.formToken)) throw new ForeignFormError(desk);
}

/** Compares two tokens in a time that reveals nothing about the second. */
export function isSameToken(given: string, expected: string): boolean {
  const [actual, wanted] = [Buffer.from(given), Buffer.from(expected)];
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}

/** Returns the text of a field; `''` if it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the Set-Cookie header of a session. Without a token, it removes the cookie. */
export function sessionCookie(site: DeskSite, token?: string, isOwnDevice = false): string {
  const lifetime = token === undefined ? 0 : isOwnDevice ? sessionLifetimes.own.total / 1000 : undefined;
  return cookieHeader(site, 'desk', token ?? '', lifetime);
}

/**
 * Returns a Set-Cookie header of the desk.
 * @param lifetime in s; if undefined, the browser removes the cookie when it is closed
 */
export function cookieHeader(site: DeskSite, name: string, value: string, lifetime: number | undefined): string {
  return [
    `${cookieName(site, name)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(lifetime === undefined ? [] : [`Max-Age=${lifetime}`]),
    ...(site.env.IS_HTTPS ? ['Secure'] : []),
  ].join('; ');
}

/** Returns the token of the request's session cookie. */
export function sessionToken(site: DeskSite, request: Request): string | undefined {
  return readCookie(site, request, 'desk');
}

/**
 * Returns the language in which somebody reads the desk before signing in: the one in the URL, or else the browser's.
 */
export function requestedDeskLanguage(request: Request): DeskLanguage {
  const inUrl = new URL(request.url).searchParams.get('language');
  if (isDeskLanguage(inUrl)) return inUrl;
  const accepted = /\b(?:ar|de|en)\b/.exec((request.headers.get('Accept-Language') ?? '').toLowerCase());
  return isDeskLanguage(accepted?.[0]) ? accepted[0] : 'en';
}

/** Browsers accept a `__Host-` cookie only over https and only from the host itself (RFC 6265bis, section 4.1.3.2). */
function cookieName({ env }: DeskSite, name: string): string {
  return env.IS_HTTPS ? `__Host-${name}` : name;
}

/** Returns the value of a cookie of the desk; undefined if it is missing or empty. */
export function readCookie(site: DeskSite, request: Request, name: string): string | undefined {
  for (const cookie of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key, value] = cookie.trim().split('=');
    if (key === cookieName(site, name) && value) return value;
  }
  return undefined;
}

/** Returns the token of all forms of a session. @param token the session's */
export function formTokenOf(token: string): string {
  return createHmac('sha256', token).update('form').digest('base64url');
}
