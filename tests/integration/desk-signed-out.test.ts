import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';

// What somebody at the desk has typed when their session has ended: it comes back, but only to them.

const typed = '</textarea><script>evil()</script> Sie ruft um acht Uhr zurück.';

let site: Site;
let path: string;
beforeAll(async () => {
  site = await startSite();
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
  return addMember(site, { name: `Member ${'abcdefghijklmnopqrstuvwxyz'[members]}`, role: 'lead' });
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

  test('texts of the company page are shown again, but no code', async () => {
    const member = await newMember();
    const browser = await signInAs(site, member);
    const { token = '' } = await fillIn(browser, '/desk/company');
    await end(browser, member);
    const fields = {
      token,
      section: 'notice',
      base: '0',
      shown: '',
      'notice.text.en': 'Eid opening hours',
      code: '123456',
    };
    const page = await readPage(await browser.post('/desk/company', fields));
    expect(page.status).toBe(status);
    expect(page.document.querySelectorAll('textarea').map(({ textContent }) => textContent)).toEqual([
      'Eid opening hours',
    ]);
    expect(page.html).not.toContain('123456');
  });

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
