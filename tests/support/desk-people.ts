import { createHmac } from 'node:crypto';
import { join as joinPath } from 'node:path';
import { HOTP, Secret } from 'otpauth';
import { type Database, openDatabase } from '../../app/database/database.server.ts';
import { findLink, linkPath } from '../../app/desk/people/links.server.ts';
import { addPerson } from '../../app/desk/people/people.server.ts';
import type { DeskLanguage, Role } from '../../app/desk/people/person.ts';
import { join } from '../../app/desk/sign-in/join.server.ts';
import { signIn } from '../../app/desk/sign-in/sign-in.server.ts';
import { type Page, readPage } from './page.ts';
import type { Site } from './site.ts';

/** Length of a time step of the authenticator app (ms). */
const step = 30_000;

export const password = 'eine Fähre im Nebel zählt Möwen';

interface NewMember {
  name: string;
  role: Role;
  language?: DeskLanguage;
}

/** Somebody with an account of the desk, and their authenticator app. */
export interface Member {
  id: string;
  email: string;
  recoveryCodes: string[];
  /** Returns the code that the app shows. @param now Unix time in ms */
  code(now: number): string;
  /** Signs in without a browser. @returns the session's token; undefined if the sign-in is refused */
  session(database: Database, now: number, isOwnDevice?: boolean): Promise<string | undefined>;
}

/** Returns the code of an authenticator app (RFC 6238). @param now Unix time in ms */
export function codeAt(secret: string, now: number): string {
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter: Math.floor(now / step) });
}

/**
 * Adds somebody to the desk and sets up the account, with the code of an earlier time step: the current code can still
 * be used to sign in.
 */
export async function joinAs(
  database: Database,
  { name, role, language = 'en' }: NewMember,
  now: number,
): Promise<Member> {
  const email = `${name.toLowerCase().replace(/[^a-z]/g, '') || 'person'}@example.com`;
  const added = await addPerson(database, { email, name, role, language }, null, now);
  if (!added) throw new Error(`${email} already has an account`);
  const secret = await secretOfLink(database, added.token, now);
  const result = await join(database, added.token, { password, code: codeAt(secret, now - step) }, now);
  if ('problem' in result) throw new Error(`${email} could not join: ${result.problem}`);
  const code = (at: number) => codeAt(secret, at);
  return {
    id: added.person.id,
    email,
    recoveryCodes: result.recoveryCodes,
    code,
    async session(other, at, isOwnDevice = false) {
      const signedIn = await signIn(other, { email, password, code: code(at), isOwnDevice }, at);
      return 'session' in signedIn ? signedIn.session : undefined;
    },
  };
}

/** Returns the secret that a one-time link gives to the authenticator app. @throws if the link opens nothing */
export async function secretOfLink(database: Database, token: string, now: number): Promise<string> {
  const link = await findLink(database, token, now);
  if (!link) throw new Error('The link has been used or has expired');
  return link.secret;
}

/** Returns the secret that earlier versions derived from the token of a one-time link. */
export function derivedSecret(token: string): string {
  const bytes = createHmac('sha256', token).update('authenticator').digest().subarray(0, 20);
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
}

/** Adds somebody who joined with an earlier version, whose app has a derived secret, see {@link joinAs}. */
export async function joinedEarlier(database: Database, person: NewMember, now: number): Promise<Member> {
  const member = await joinAs(database, person, now);
  const secret = derivedSecret(`${member.id}-token`);
  await database.updateTable('desk_people').set({ totp_secret: secret }).where('id', '=', member.id).execute();
  return { ...member, code: (at) => codeAt(secret, at) };
}

/** Runs a function on the database of a site that is running. */
export async function withDatabase<Result>(
  site: Pick<Site, 'dataDir'>,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(joinPath(site.dataDir, 'site.db'));
  try {
    return await use(database);
  } finally {
    await database.destroy();
  }
}

/** Adds somebody to the desk of a running site, see {@link joinAs}. */
export function addMember(site: Pick<Site, 'dataDir'>, member: NewMember): Promise<Member> {
  return withDatabase(site, (database) => joinAs(database, member, Date.now()));
}

/**
 * Adds somebody who has yet to join.
 * @returns the path of the one-time link, and the secret for the authenticator app
 */
export function inviteMember(
  site: Pick<Site, 'dataDir'>,
  { name, role, language = 'en' }: NewMember,
): Promise<{ id: string; path: string; secret: string }> {
  return withDatabase(site, async (database) => {
    const email = `${name.toLowerCase()}@example.com`;
    const added = await addPerson(database, { email, name, role, language }, null, Date.now());
    if (!added) throw new Error(`${email} already has an account`);
    const secret = await secretOfLink(database, added.token, Date.now());
    return { id: added.person.id, path: linkPath(added.token), secret };
  });
}

/** A browser without scripts at the desk: it keeps its cookies and submits the forms of pages. */
export interface DeskBrowser {
  /** The Cookie header; empty before signing in. */
  cookie: string;
  get(path: string): Promise<Page>;
  /** Posts only these fields, without following the redirect. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Opens a page and posts its form, including its hidden fields. @param intent the button that is pressed */
  send(path: string, fields: Record<string, string>, intent?: string): Promise<Response>;
}

export function openDeskBrowser(site: Pick<Site, 'url'>, headers: Record<string, string> = {}): DeskBrowser {
  const browser: DeskBrowser = {
    cookie: '',
    async get(path) {
      const response = await fetch(site.url + path, {
        headers: { ...headers, Cookie: browser.cookie },
        redirect: 'manual',
      });
      browser.cookie = withCookies(browser.cookie, response.headers.getSetCookie());
      return readPage(response);
    },
    async post(path, fields, extraHeaders = {}) {
      const response = await fetch(site.url + path, {
        method: 'POST',
        headers: { ...headers, Cookie: browser.cookie, ...extraHeaders },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
      browser.cookie = withCookies(browser.cookie, response.headers.getSetCookie());
      return response;
    },
    async send(path, fields, intent) {
      const page = await browser.get(path);
      const forms = page.document.querySelectorAll('form[method="post"]');
      const button = `button[value="${intent}"]`;
      const form = forms.find((candidate) =>
        intent === undefined ? candidate.getAttribute('action') === undefined : candidate.querySelector(button),
      );
      if (!form) throw new Error(`No such form on ${path} (${page.status}): ${page.text.slice(0, 200)}`);
      const hidden = form
        .querySelectorAll('input[type="hidden"]')
        .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const);
      return browser.post(path, { ...Object.fromEntries(hidden), ...(intent && { intent }), ...fields });
    },
  };
  return browser;
}

/** Returns the Cookie header after a response. */
function withCookies(header: string, setCookies: readonly string[]): string {
  const cookies = new Map(
    [...header.split('; '), ...setCookies].map((cookie) => [cookie.split('=')[0] ?? '', cookie.split(';')[0] ?? '']),
  );
  return Array.from(cookies.values())
    .filter((cookie) => /=./.test(cookie))
    .join('; ');
}

/** Signs a member in with a browser. @throws if the site refuses the sign-in */
export async function signInAs(site: Pick<Site, 'url'>, member: Member, headers?: Record<string, string>) {
  const browser = openDeskBrowser(site, headers);
  const fields = { email: member.email, password, code: member.code(Date.now()) };
  const response = await browser.send('/desk/sign-in', fields);
  if (response.status !== 303) throw new Error(`${member.email} could not sign in: ${response.status}`);
  return browser;
}
