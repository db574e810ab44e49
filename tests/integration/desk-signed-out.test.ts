import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskTexts } from '../../app/desk/texts/desk-texts.ts';
import {
  addMember,
  type DeskBrowser,
  type Member,
  openDeskBrowser,
  password,
  signInAs,
  withDatabase,
} from '../support/desk-people.ts';
import { send } from '../support/evacuation-request.ts';
import { type Submission, submissionsOf } from '../support/form-inputs.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';

// What somebody at the desk has typed when their session has ended: it comes back, but only to them.

const typed = '</textarea><script>evil()</script> Sie ruft um acht Uhr zurück.';

let site: Site;
let path: string;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '10' } });
  await send(site);
  const { reference } = await withDatabase(site, (database) =>
    database.selectFrom('enquiries').select('reference').executeTakeFirstOrThrow(),
  );
  path = `/desk/requests/${reference}`;
});
afterAll(async () => {
  const kinds = await withDatabase(site, (database) => database.selectFrom('enquiry_events').select('kind').execute());
  expect(kinds, 'nothing was changed').toEqual([]);
  expect(site.log.join('\n')).not.toMatch(/evil|"level":50/);
  await site.close();
});

let members = 0;
const newMember = () => {
  members += 1;
  return addMember(site, { name: `Member ${'x'.repeat(members)}`, role: 'lead' });
};

/** Signs in again, in the same browser. */
async function signInAgain(browser: DeskBrowser, { email, recoveryCodes }: Member): Promise<void> {
  const code = recoveryCodes.pop() ?? '';
  expect((await browser.post('/desk/sign-in', { email, password, code })).status).toBe(303);
}

const endSessions = () => withDatabase(site, (database) => database.deleteFrom('desk_sessions').execute());

/** Opens the page of the request and returns the fields of a form on it, with a text. */
async function fillIn(browser: DeskBrowser, address = path): Promise<Record<string, string>> {
  const page = await browser.get(address);
  expect(page.status).toBe(200);
  return { token: page.value('token') ?? '', version: page.value('version') ?? '', intent: 'note', text: typed };
}

/** Returns all forms of a page that are posted, once for each button. */
async function formsOf(browser: DeskBrowser, address: string): Promise<Submission[]> {
  const page = await browser.get(address);
  expect(page.status, address).toBe(200);
  return page.document.querySelectorAll('form[method="post"]').flatMap((form) => submissionsOf(form, address, true));
}

/** The ways in which a session ends before a form is sent, each with the status of the response. */
const endings: [string, number, (browser: DeskBrowser, member: Member) => Promise<unknown>][] = [
  ['the session has ended', 403, endSessions],
  ['they have signed out in another tab', 403, (browser) => browser.send('/desk/account', {}, 'sign-out')],
  [
    'they have signed in again in another tab',
    403,
    async (browser, member) => {
      await endSessions();
      await signInAgain(browser, member);
    },
  ],
];

describe.each(endings)('if %s', (_name, status, end) => {
  test('a text is shown again, as text', async () => {
    const member = await newMember();
    const browser = await signInAs(site, member);
    const fields = await fillIn(browser);
    await end(browser, member);
    const page = await readPage(await browser.post(path, fields));
    expect(page.status).toBe(status);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.document.querySelectorAll('textarea').map(({ textContent }) => textContent)).toEqual([typed]);
    expect(page.document.querySelector('script')).toBeNull();
    const { pathname, searchParams } = new URL(
      page.document.querySelector('a.button')?.getAttribute('href') ?? '',
      site.url,
    );
    expect(pathname === '/desk/sign-in' ? searchParams.get('to') : pathname).toBe(path);
  });

  test('a text sent with files is shown again, with the names of the files', async () => {
    const member = await newMember();
    const browser = await signInAs(site, member);
    const fields = await fillIn(browser);
    await end(browser, member);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, intent: 'send' })) form.append(name, value);
    const file = new Blob([new Uint8Array(pdf(3_000_000))], { type: 'application/pdf' });
    for (const name of ['Angebot.pdf', '../عرض.pdf']) form.append('files', file, name);
    const response = await fetch(`${site.url}${path}/send`, {
      ...{ method: 'POST', headers: { Cookie: browser.cookie }, body: form },
      redirect: 'manual',
    });
    const page = await readPage(response);
    expect(page.status).toBe(status);
    expect(page.document.querySelector('textarea')?.textContent).toBe(typed);
    expect(page.document.querySelectorAll('main li').map(({ textContent }) => textContent)).toEqual([
      'Angebot.pdf',
      'عرض.pdf',
    ]);
    expect(await site.storedFiles()).toEqual([]);
  });

  test('whatever is typed on the company page is shown again, but no code', async () => {
    const member = await newMember();
    const browser = await signInAs(site, member);
    const forms = await formsOf(browser, '/desk/company');
    await end(browser, member);
    let count = 0;
    for (const { fields } of forms) {
      const entered = fields
        .filter(({ isTyped, kind, name }) => isTyped && name !== 'code' && !/^(?:checkbox|radio|select)/.test(kind))
        .map(({ name }, index) => [name, `Typed ${index}`] as const);
      const texts = entered.map(([, text]) => text);
      count += texts.length;
      const hidden = fields.filter(({ isTyped }) => !isTyped).map(({ name, value }) => [name, value] as const);
      const body = { ...Object.fromEntries([...hidden, ...entered]), code: '123456' };
      const page = await readPage(await browser.post('/desk/company', body));
      expect(page.status).toBe(status);
      expect(page.document.querySelectorAll('textarea').map(({ textContent }) => textContent)).toEqual(texts);
      expect(page.html).not.toContain('123456');
    }
    expect(count).toBeGreaterThan(50);
  });

  test.each(['text', 'parts'])(
    'of a form that is too large, what has arrived is shown, but only to them (%s)',
    async (encoding) => {
      const member = await newMember();
      const browser = await signInAs(site, member);
      const fields = { ...(await fillIn(browser)), other: 'x'.repeat(66_000) };
      const post = async (cookie: string) => {
        const body = encoding === 'text' ? new URLSearchParams(fields) : new FormData();
        if (body instanceof FormData) for (const [name, value] of Object.entries(fields)) body.append(name, value);
        return readPage(await fetch(site.url + path, { method: 'POST', headers: { Cookie: cookie }, body }));
      };
      const { cookie } = browser;
      await end(browser, member);
      // The first is still signed in if they have only signed in again elsewhere.
      for (const sender of [browser.cookie, cookie]) {
        const page = await post(sender);
        expect(page.status).toBe(413);
        expect(page.document.querySelector('textarea')?.textContent).toBe(typed);
      }
      for (const sender of ['', (await signInAs(site, await newMember())).cookie]) {
        const page = await post(sender);
        expect(page.status).toBe(413);
        expect(page.html).not.toContain('ruft um acht');
      }
    },
  );

  test('nobody else gets a text', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const browser = await signInAs(site, member);
    const fields = await fillIn(browser);
    const stranger = openDeskBrowser(site);
    const colleague = await signInAs(site, other);
    const foreign = await fillIn(colleague);
    await end(browser, member);
    const senders: [string, DeskBrowser, Record<string, string>][] = [
      ['a browser that was never signed in', stranger, fields],
      ['a colleague in another browser', colleague, fields],
      ['the same browser with a form from elsewhere', browser, { ...fields, token: 'x' }],
      ['the same browser with a form without a token', browser, { intent: 'note', text: typed }],
      ['the same browser with a colleague’s form', browser, foreign],
    ];
    for (const [name, sender, sent] of senders) {
      const page = await readPage(await sender.post(path, sent));
      expect([303, 403], name).toContain(page.status);
      expect(page.html, name).not.toContain('ruft um acht');
    }
    // Afterwards, a colleague uses the same browser.
    await signInAgain(browser, other);
    const page = await readPage(await browser.post(path, fields));
    expect(page.status).toBe(403);
    expect(page.html).not.toContain('ruft um acht');
    // Their forms are theirs alone, too.
    await browser.send('/desk/account', {}, 'sign-out');
    expect((await browser.post(path, fields)).status).toBe(303);
  });
});

test('whoever sends any form after their session has ended is told so, except for signing out', async () => {
  const browser = await signInAs(site, await newMember());
  const forms: Submission[] = [];
  for (const address of [
    path,
    ...['requests', 'company', 'people', 'person', 'account'].map((name) => `/desk/${name}`),
  ])
    forms.push(...(await formsOf(browser, address)));
  await endSessions();
  const { ended, endedHint } = deskTexts.en.signIn;
  for (const { name, path: address, fields, button } of forms) {
    const sent = fields.filter(({ isButton, isTyped }) => !isButton && !isTyped);
    const values = Object.fromEntries([...sent, ...(button ? [button] : [])].map((field) => [field.name, field.value]));
    const page = await readPage(await browser.post(address, values));
    if (address === '/desk/sign-out') expect(page.status).toBe(303);
    else {
      expect(page.status, name).toBe(403);
      expect(page.text, name).toContain(ended);
      expect(page.text, `${name}: there is no text to copy`).not.toContain(endedHint);
    }
  }
  expect(new Set(forms.map(({ path: address }) => address)).size).toBeGreaterThan(5);
});

describe('the browser remembers the forms of a session', () => {
  const memory = (headers: Headers) => headers.getSetCookie().filter((cookie) => cookie.startsWith('desk-forms='));

  test('also if the session began before the desk did so', async () => {
    const browser = await signInAs(site, await newMember());
    browser.cookie = browser.cookie.replace(/; desk-forms=[^;]*/, '');
    const fields = await fillIn(browser);
    await endSessions();
    expect((await readPage(await browser.post(path, fields))).document.querySelector('textarea')?.textContent).toBe(
      typed,
    );
  });

  test('once, and for longer than the session lasts', async () => {
    const { email, recoveryCodes } = await newMember();
    const browser = openDeskBrowser(site);
    const credentials = { email, password, code: recoveryCodes[0] ?? '', 'own-device': 'yes' };
    const signedIn = await browser.post('/desk/sign-in', credentials);
    const page = await browser.get(path);
    const ageOf = (cookies: string[]) => Number(/Max-Age=(\d+)/.exec(cookies[0] ?? '')?.[1]);
    const [session, remembered] = [ageOf(signedIn.headers.getSetCookie()), ageOf(memory(page.headers))];
    expect(session).toBeGreaterThan(0);
    expect(remembered - session).toBeGreaterThan(24 * 60 * 60);
    expect(memory((await browser.get(path)).headers)).toEqual([]);
  });
});

test('a form from another site is never shown', async () => {
  const member = await newMember();
  const browser = await signInAs(site, member);
  const fields = await fillIn(browser);
  await endSessions();
  const foreign: Record<string, string>[] = [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }];
  for (const headers of foreign)
    expect(await (await browser.post(path, fields, headers)).text()).not.toContain('ruft um acht');
});

test.each(['en', 'de', 'ar'])('who is not signed in is told in %s that a form is too large', async (language) => {
  const post = (body: BodyInit, address = path) =>
    fetch(site.url + address, {
      ...{ method: 'POST', headers: { 'Accept-Language': language }, body },
      redirect: 'manual',
    });
  const parts = (text: string) => {
    const form = new FormData();
    form.set('text', text);
    return form;
  };
  const [fits, over] = ['x'.repeat(60_000), 'x'.repeat(66_000)];
  for (const address of [path, `${path}/send`, '/desk/company', '/desk/account']) {
    for (const body of [new URLSearchParams({ text: fits }), parts(fits)])
      expect((await post(body, address)).status, address).toBe(303);
    for (const body of [new URLSearchParams({ text: over }), parts(over)]) {
      const page = await readPage(await post(body, address));
      expect(page.status, address).toBe(413);
      expect(page.document.querySelector('html')?.getAttribute('lang')).toBe(language);
    }
  }
});
