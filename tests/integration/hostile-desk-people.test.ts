import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../app/desk/audit/audit.server.ts';
import { linkLifetime } from '../../app/desk/people/links.server.ts';
import { setDisabled } from '../../app/desk/people/people.server.ts';
import { deskTexts } from '../../app/desk/texts/desk-texts.ts';
import {
  addMember,
  codeAt,
  derivedSecret,
  type DeskBrowser,
  inviteMember,
  joinedEarlier,
  type Member,
  openDeskBrowser,
  password,
  signInAs,
  withDatabase,
} from '../support/desk-people.ts';
import { send } from '../support/evacuation-request.ts';
import { everyRoute, routeIds } from '../support/every-route.ts';
import { exifBlock, exifSegment, findLocations, jpegWith } from '../support/located-pictures.ts';
import { pdf } from '../support/medical-files.ts';
import { memoryOf } from '../support/memory.ts';
import { type Page, readPage } from '../support/page.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type Site, startSite } from '../support/site.ts';

// Attacks the web desk of a site with accounts: from outside, from another site's page, and as a colleague.

const minute = 60_000;
const day = 24 * 60 * minute;
const attack = '<script>evil()</script>';
const family = { name: `Ahmad ${attack}`, phone: '+966 50 123 4567', email: 'family@example.com' };

let folder: string;
let site: Site;
let lead: Member;
let coordinator: Member;
let leadBrowser: DeskBrowser;
let browser: DeskBrowser;
let reference: string;
let networks = 0;

/** The headers of a proxy for a visitor from a network that no earlier visitor came from. */
function newNetwork(): Record<string, string> {
  networks += 1;
  return { 'X-Forwarded-For': `10.${networks >> 8}.${networks & 255}.1` };
}

const shiftClock = async (offset: number) => {
  await writeFile(join(folder, 'clock'), String(offset));
  // The site reads the file at most every 20 ms.
  await new Promise((resolve) => setTimeout(resolve, 100));
};

const photo = jpegWith(exifSegment(exifBlock('MM').bytes));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-people-'));
  await writeFile(join(folder, 'clock'), '0');
  const preload = new URL('../support/shifted-clock.ts', import.meta.url).href;
  site = await startSite({
    env: { TRUST_PROXY: '1', NODE_OPTIONS: `--import ${preload}`, CLOCK_FILE: join(folder, 'clock') },
  });
  lead = await addMember(site, { name: `Lina ${attack}`, role: 'lead' });
  coordinator = await addMember(site, { name: 'Omar', role: 'coordinator', language: 'de' });
  await send(site, family, [
    { name: 'report.pdf', bytes: pdf(5000, 3) },
    { name: 'photo.jpg', bytes: photo },
  ]);
  [reference] = (await withDatabase(site, async (database) =>
    (await database.selectFrom('enquiries').select('reference').execute()).map((row) => row.reference),
  )) as [string];
  leadBrowser = await signInAs(site, lead, newNetwork());
  browser = await signInAs(site, coordinator, newNetwork());
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const requestPath = () => `/desk/requests/${reference}`;
const deskRoutes = everyRoute.filter(({ id }) => id.startsWith('routes/desk'));
/** The addresses of the desk, with those of the stored request. */
const deskAddresses = () =>
  deskRoutes.flatMap(({ id, paths }) =>
    paths.flatMap((path) => {
      const both = path.includes('AAAAAAAA') ? [path, path.replace(/A{8}(?!A)/, reference)] : [path];
      return both.flatMap((address) => [
        address,
        `${address}${address.includes('?') ? '&' : '?'}_data=${encodeURIComponent(id)}`,
      ]);
    }),
  );
const isPublic = (address: string) => /^\/desk\/(?:sign-in|join\/)/.test(address);
const secrets = () => [
  reference,
  reference.slice(0, 4),
  'Ahmad',
  '966501234567',
  'family@',
  'Lina',
  'Omar',
  '@example.com',
];
const readEvents = () =>
  withDatabase(site, (database) => database.selectFrom('enquiry_events').select('kind').execute());

test('the list of routes has every address of the desk', () => {
  expect(deskRoutes.map(({ id }) => id).sort()).toEqual(
    routeIds()
      .filter((id) => id.startsWith('routes/desk'))
      .sort(),
  );
  expect(deskRoutes.length).toBeGreaterThan(10);
});

describe('without a session', () => {
  test.each(['', 'desk=', 'desk=AAAAAAAAAAAAAAAAAAAAAA', '__Host-desk=AAAAAAAAAAAAAAAAAAAAAA'])(
    'no address shows anything but the way to sign in, with the cookie "%s"',
    async (cookie) => {
      for (const address of deskAddresses()) {
        for (const method of ['GET', 'HEAD', 'POST']) {
          const { status, headers, body } = await rawRequest(site.url + address, {
            method,
            headers: {
              Cookie: cookie,
              ...newNetwork(),
              ...(method === 'POST' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
            },
            body: method === 'POST' ? 'intent=take&version=0&person=x' : undefined,
          });
          const what = `${method} ${address}`;
          // 303 redirects to the sign-in page; 204 does so for Remix's scripts; 405 means that there is no action.
          expect(isPublic(address) ? [200, 400, 403, 410, 405] : [303, 204, 405], what).toContain(status);
          const target = decodeURIComponent(String(headers.location ?? headers['x-remix-redirect'] ?? ''));
          if (!isPublic(address) && status !== 405) expect(target, what).toMatch(/^\/desk\/sign-in\?to=\/desk/);
          if (status !== 405) expect(headers['cache-control'], what).toBe('no-store');
          const text = body.toString();
          expect(
            secrets().filter((secret) => text.includes(secret)),
            what,
          ).toEqual([]);
        }
        for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
          const { status } = await rawRequest(site.url + address, { method, headers: { Cookie: cookie } });
          expect(status, `${method} ${address}`).toBe(405);
        }
      }
      expect(await readEvents()).toEqual([]);
    },
  );

  test('signing in never redirects outside the desk', async () => {
    for (const target of ['https://evil.example', '//evil.example', '/\\evil.example', '/en', 'javascript:evil()']) {
      const page = await openDeskBrowser(site).get(`/desk/sign-in?${new URLSearchParams({ to: target }).toString()}`);
      expect(page.value('to')).toBe('/desk/requests');
    }
  });
});

describe('a coordinator', () => {
  test('gets 404 on pages for leads, as if they did not exist', async () => {
    for (const path of ['/desk/people', '/desk/audit']) {
      expect((await leadBrowser.get(path)).status).toBe(200);
      const page = await browser.get(path);
      expect(page.status).toBe(404);
      expect(secrets().filter((secret) => page.html.includes(secret))).toEqual([]);
    }
    const token = (await browser.get('/desk/requests')).value('token') ?? '';
    for (const intent of ['add', 'reset', 'disable', 'lead']) {
      const fields = {
        token,
        intent,
        person: lead.id,
        name: 'x',
        email: 'x@example.com',
        role: 'lead',
        language: 'en',
      };
      expect((await browser.post('/desk/people', fields)).status).toBe(404);
    }
    expect((await browser.get('/desk/requests')).html).not.toContain('/desk/people');
  });
});

describe('a form', () => {
  const note = { intent: 'note', text: 'a note', version: '0' };

  test.each<[string, () => Promise<Record<string, string>>]>([
    ['without a token', () => Promise.resolve({})],
    ['with an empty token', () => Promise.resolve({ token: '' })],
    [
      'with the token of another session',
      async () => ({ token: (await leadBrowser.get('/desk/account')).value('token') ?? '' }),
    ],
  ])('%s changes nothing', async (_name, fields) => {
    for (const path of [requestPath(), '/desk/account', '/desk/sign-out', `${requestPath()}/files/1`]) {
      expect((await browser.post(path, { ...note, ...(await fields()) })).status, path).toBe(403);
    }
    expect(await readEvents()).toEqual([]);
    expect((await browser.get('/desk/account')).status).toBe(200);
  });

  test.each<Record<string, string>>([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('from another site changes nothing: %j', async (headers) => {
    const token = (await browser.get('/desk/account')).value('token') ?? '';
    expect((await browser.post(requestPath(), { ...note, token }, headers)).status).toBe(403);
    expect(await readEvents()).toEqual([]);
  });

  test('of a lead changes nobody if its intent is unknown, and never the lead’s own account', async () => {
    const token = (await leadBrowser.get('/desk/people')).value('token') ?? '';
    const people = () => withDatabase(site, (database) => database.selectFrom('desk_people').selectAll().execute());
    const before = await people();
    for (const [intent, person] of [
      ['', coordinator.id],
      ['erase', coordinator.id],
      ['coordinator', lead.id],
      ['disable', lead.id],
      ['disable', 'nobody'],
    ] as const) {
      const response = await leadBrowser.post('/desk/people', { token, intent, person });
      expect(response.status, intent).toBe(400);
    }
    expect(await people()).toEqual(before);
  });
});

describe('a code', () => {
  test('works once, and earlier codes no longer work after it', async () => {
    const member = await addMember(site, { name: 'Code', role: 'coordinator' });
    const now = Date.now();
    const attempt = (code: string) =>
      openDeskBrowser(site, newNetwork()).send('/desk/sign-in', { email: member.email, password, code });
    expect((await attempt(member.code(now))).status).toBe(303);
    for (const time of [now, now - 30_000, now - 60_000, now + 120_000]) {
      expect((await attempt(member.code(time))).status).toBe(403);
    }
    const [recovery = ''] = member.recoveryCodes;
    expect((await attempt(recovery)).status).toBe(303);
    expect((await attempt(recovery)).status).toBe(403);
  });

  test('is asked for again before accounts are changed, and five wrong ones end the session', async () => {
    const member = await addMember(site, { name: 'Thief', role: 'lead' });
    const thief = await signInAs(site, member, newNetwork());
    await shiftClock(10 * minute);
    try {
      const page = await thief.get('/desk/people');
      expect(page.document.querySelectorAll('input[name="code"]').length).toBeGreaterThan(1);
      const ids = page.document.querySelectorAll('[id]').map((element) => element.getAttribute('id'));
      expect(new Set(ids).size, 'every id once').toBe(ids.length);
      const disable = { token: page.value('token') ?? '', intent: 'disable', person: coordinator.id };
      for (let count = 1; count <= 5; count += 1) {
        const refused = await readPage(await thief.post('/desk/people', { ...disable, code: '000000' }));
        expect(refused.status).toBe(400);
        expect(refused.document.querySelector('[role=alert]')).not.toBeNull();
      }
      const late = await thief.post('/desk/people', { ...disable, code: member.code(Date.now() + 10 * minute) });
      expect(late.status, 'the session has ended before this was saved').toBe(403);
      expect((await thief.get('/desk/people')).headers.get('Location')).toContain('/desk/sign-in');
    } finally {
      await shiftClock(0);
    }
    expect((await browser.get('/desk/requests')).status).toBe(200);
  });
});

describe('an account whose app got its secret from an earlier version', () => {
  const enter = (member: Member, code: string) =>
    openDeskBrowser(site, newNetwork()).send('/desk/sign-in', { email: member.email, password, code });
  const keyOf = (page: Page) => (page.document.querySelector('main bdi')?.textContent ?? '').replace(/\s/g, '');

  test.each(['ar', 'de', 'en'] as const)('learns why its codes no longer count, in %s', async (language) => {
    const { signIn: texts } = deskTexts[language];
    const member = await withDatabase(site, (database) =>
      joinedEarlier(database, { name: `Earlier${language}`, role: 'lead', language }, Date.now()),
    );
    const visitor = openDeskBrowser(site, newNetwork());
    const fields = { email: member.email, password, code: member.code(Date.now()) };
    const refused = await readPage(await visitor.send(`/desk/sign-in?language=${language}`, fields));
    expect(refused.status).toBe(403);
    expect(refused.document.querySelector('[role=alert]')?.textContent).toContain(texts.outdated);
    expect((await enter(member, '000000')).status).toBe(403);
    expect(visitor.cookie).toBe('');
    const people = await leadBrowser.get('/desk/people');
    expect(people.text).toContain(deskTexts.en.people.state.outdated);
  });

  test('connects the app again after password and recovery code, even if that is interrupted', async () => {
    const member = await withDatabase(site, (database) =>
      joinedEarlier(database, { name: 'Renewer', role: 'coordinator' }, Date.now()),
    );
    const [recovery = ''] = member.recoveryCodes;
    const interrupted = (await enter(member, recovery)).headers.get('Location') ?? '';
    expect(interrupted).toMatch(/^\/desk\/join\/[\w-]{22}$/);
    const visitor = openDeskBrowser(site, newNetwork());
    const path = (await enter(member, recovery)).headers.get('Location') ?? '';
    const page = await visitor.get(path);
    expect(page.heading).toBe(deskTexts.en.join.renewTitle);
    expect(page.document.querySelector('input[name=password]')).toBeNull();
    expect(page.document.querySelector('input[name=code]')?.getAttribute('inputmode')).toBe('numeric');
    const key = keyOf(page);
    expect(keyOf(await visitor.get(path)), 'after a reload').toBe(key);
    expect(keyOf(await visitor.get(interrupted)), 'in another tab').not.toBe(key);
    const wrong = await readPage(await visitor.post(path, { code: member.code(Date.now()) }));
    expect([wrong.status, keyOf(wrong)]).toEqual([400, key]);
    const done = await readPage(await visitor.post(path, { code: codeAt(key, Date.now()) }));
    expect(done.status).toBe(200);
    expect(done.text).toMatch(/[0-9A-Z]{5}-[0-9A-Z]{5}/);
    for (const used of [path, interrupted]) {
      const gone = await visitor.get(used);
      expect(gone.status).toBe(410);
      expect(gone.document.querySelector('main a[href="/desk/sign-in"]')).not.toBeNull();
      expect((await visitor.post(used, { code: codeAt(key, Date.now()) })).status).toBe(410);
    }
    expect((await enter(member, recovery)).status, 'an old recovery code').toBe(403);
    expect((await enter(member, codeAt(key, Date.now() + 30_000))).status).toBe(303);
  });

  test('is told in a session that goes on, in which the codes confirm nothing', async () => {
    const member = await addMember(site, { name: 'Still', role: 'lead' });
    const visitor = await signInAs(site, member, newNetwork());
    const secret = derivedSecret('an address that somebody has found');
    await withDatabase(site, (database) =>
      database.updateTable('desk_people').set({ totp_secret: secret }).where('id', '=', member.id).execute(),
    );
    await shiftClock(10 * minute);
    try {
      const page = await visitor.get('/desk/people');
      expect(page.text).toContain(deskTexts.en.verify.outdated);
      const disable = { token: page.value('token') ?? '', intent: 'disable', person: coordinator.id };
      const code = codeAt(secret, Date.now() + 10 * minute);
      expect((await visitor.post('/desk/people', { ...disable, code })).status).toBe(400);
    } finally {
      await shiftClock(0);
    }
    expect((await browser.get('/desk/requests')).status).toBe(200);
  });
});

test('codes are read as typed on an Arabic, Persian or full-width keyboard, and as pasted', async () => {
  const foreign = (code: string, zero: string) =>
    code.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
  for (const [index, zero] of ['٠', '۰', '０'].entries()) {
    const { path, secret, id } = await inviteMember(site, { name: `Typed${'abc'[index]}`, role: 'lead' });
    const visitor = openDeskBrowser(site, newNetwork());
    const code = foreign(codeAt(secret, Date.now()), zero);
    const joined = await readPage(await visitor.post(path, { password, code: `\u200F${code}\u200E` }));
    expect(joined.status).toBe(200);
    const [recovery = ''] = joined.document.querySelectorAll('main li').map((item) => item.textContent.trim());
    const email = `typed${'abc'[index]}@example.com`;
    const typed = foreign(codeAt(secret, Date.now() + 30_000), zero);
    const signedIn = await visitor.send('/desk/sign-in', {
      ...{ email, password, code: `${typed.slice(0, 3)}\u2011${typed.slice(3)}` },
    });
    expect(signedIn.status).toBe(303);
    await shiftClock(10 * minute);
    try {
      const page = await visitor.get('/desk/people');
      const disable = { token: page.value('token') ?? '', intent: 'enable', person: coordinator.id };
      const again = foreign(recovery, zero).replace('-', '—').toLowerCase();
      expect((await visitor.post('/desk/people', { ...disable, code: `\u2067${again}\u2069` })).status).toBe(303);
    } finally {
      await shiftClock(0);
    }
    await withDatabase(site, (database) => setDisabled(database, id, true, null, Date.now()));
  }
});

test('thirteen wrong passwords at once end the session, and the audit log has every wrong entry', async () => {
  const member = await addMember(site, { name: 'Guesser', role: 'coordinator' });
  const thief = await signInAs(site, member, newNetwork());
  const token = (await thief.get('/desk/account')).value('token') ?? '';
  const guess = { token, intent: 'password', password: 'ein anderer Satz über Möwen', code: '000000' };
  const statuses = await Promise.all(
    Array.from({ length: 13 }, async (_, index) => {
      const response = await thief.post('/desk/account', { ...guess, current: `guess ${index}` });
      return response.status;
    }),
  );
  // Those that arrive after the session has ended are told so.
  expect(new Set(statuses)).toEqual(new Set(statuses.includes(403) ? [400, 403] : [400]));
  const entries = (await withDatabase(site, (database) => readAudit(database, { limit: 100 }))).filter(
    ({ personId, action }) => personId === member.id && action !== 'signed_in',
  );
  const refused = entries.filter(({ action }) => action === 'entry_refused').length;
  expect(refused).toBe(statuses.filter((status) => status === 400).length);
  expect(refused).toBeGreaterThanOrEqual(5);
  expect(entries.filter(({ action }) => action === 'session_ended')).toHaveLength(1);
  expect((await thief.get('/desk/requests')).status).toBe(303);
});

describe('a stolen link', () => {
  const visitor = () => openDeskBrowser(site, newNetwork());

  /** What somebody may know who has only the address of a link. */
  const derivedFrom = (path: string) => derivedSecret(path.split('/').pop() ?? '');

  async function expectUseless(path: string, secret: string, now = Date.now()): Promise<void> {
    const page = await visitor().get(path);
    expect(page.status).toBe(410);
    expect(page.html).not.toContain('@example.com');
    expect(page.html).not.toContain(secret.slice(0, 4));
    const response = await visitor().post(path, { password, code: codeAt(secret, now) });
    expect(response.status).toBe(410);
  }

  test('that was used is useless', async () => {
    const { path, secret } = await inviteMember(site, { name: 'Used', role: 'coordinator' });
    const page = await readPage(await visitor().post(path, { password, code: codeAt(secret, Date.now()) }));
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/[0-9A-Z]{5}-[0-9A-Z]{5}/);
    await expectUseless(path, secret);
    const rows = await withDatabase(site, (database) => database.selectFrom('desk_links').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(secret);
    for (const step of [0, 1]) {
      const code = codeAt(derivedFrom(path), Date.now() + step * 30_000);
      const entered = { email: 'used@example.com', password, code };
      expect((await visitor().send('/desk/sign-in', entered)).status, 'the second factor').toBe(403);
    }
    const code = codeAt(secret, Date.now() + 30_000);
    expect((await visitor().send('/desk/sign-in', { email: 'used@example.com', password, code })).status).toBe(303);
  });

  test('that is opened again before it is used shows the same key, which its address does not reveal', async () => {
    const { path, secret } = await inviteMember(site, { name: 'Twice', role: 'coordinator' });
    const spaced = secret.match(/.{4}/g)?.join(' ') ?? '';
    for (const page of [await visitor().get(path), await visitor().get(path)]) {
      expect(page.text).toContain(spaced);
      expect(page.text.replace(/\s/g, '')).not.toContain(derivedFrom(path));
    }
  });

  test('that was not used for 24 hours is useless', async () => {
    const { path, secret } = await inviteMember(site, { name: 'Late', role: 'coordinator' });
    expect((await visitor().get(path)).status).toBe(200);
    await shiftClock(linkLifetime);
    await expectUseless(path, secret, Date.now() + linkLifetime);
    await shiftClock(0);
  });

  test('of a disabled account is useless', async () => {
    const { path, secret, id } = await inviteMember(site, { name: 'Gone', role: 'lead' });
    await withDatabase(site, (database) => setDisabled(database, id, true, null, Date.now()));
    await expectUseless(path, secret);
  });

  test('requires a good password, even without the browser’s check', async () => {
    const { path, secret } = await inviteMember(site, { name: 'Weak', role: 'coordinator' });
    for (const weak of ['', 'short', 'passwort1234', 'weak@example.com', 'aaaaaaaaaaaaaaaa', 'x'.repeat(129)]) {
      const response = await visitor().post(path, { password: weak, code: codeAt(secret, Date.now()) });
      expect(response.status, weak).toBe(400);
    }
  });
});

describe('what a family or a colleague typed', () => {
  test('is text on every page, and no page may run scripts', async () => {
    await leadBrowser.send(requestPath(), { text: `a note ${attack}` }, 'note');
    await withDatabase(site, (database) =>
      database
        .updateTable('attachments')
        .set({ name: `${attack}"><img src=x>.pdf` })
        .where('position', '=', 0)
        .execute(),
    );
    const search = `/desk/requests?show=all&q=${encodeURIComponent(attack)}`;
    const paths = [
      requestPath(),
      `${requestPath()}/sheet`,
      '/desk/requests?show=all',
      search,
      '/desk/people',
      '/desk/audit',
    ];
    for (const path of paths) {
      const page = await leadBrowser.get(path);
      expect(page.status, path).toBe(200);
      expect(page.text, path).toContain('evil()');
      const scripts = Array.from(page.document.querySelectorAll('script'), (script) => script.outerHTML);
      expect(page.document.querySelectorAll('img').length, path).toBe(0);
      const policy = page.headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      // Only the list has a script: a file of the site that checks for news.
      if (path.startsWith('/desk/requests?')) {
        expect(scripts).toEqual([
          expect.stringMatching(/^<script src="\/assets\/desk-news-[\w-]+\.js" defer="[^"]*"><\/script>$/),
        ]);
        expect(policy).toContain("script-src 'self';");
      } else {
        expect(scripts).toEqual([]);
        expect(policy).not.toContain('script-src');
      }
      expect(policy).toContain("frame-ancestors 'none'");
      expect(page.headers.get('Cache-Control')).toBe('no-store');
      expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
    expect(site.log.join('\n')).not.toMatch(/evil|Ahmad|966501234567/);
  });

  test.each([
    ['text/html', 'page.html'],
    ['image/svg+xml', 'picture.svg'],
    ['application/pdf', 'report.pdf'],
  ])('a file of type %s is downloaded, and never displayed', async (type, name) => {
    await withDatabase(site, (database) =>
      database.updateTable('attachments').set({ type, name }).where('position', '=', 0).execute(),
    );
    const path = `${requestPath()}/files/1`;
    expect((await browser.get(path)).headers.get('Content-Type'), 'a warning first').toContain('text/html');
    const response = await browser.send(path, {});
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/octet-stream');
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename*=UTF-8''${name}`);
    expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  test('a photo is shown in a sandbox, without its location', async () => {
    const response = await browser.send(`${requestPath()}/files/2`, {});
    const shown = Buffer.from(await response.clone().arrayBuffer());
    expect(shown).toHaveLength(photo.length);
    expect(findLocations(photo)).not.toEqual([]);
    expect(findLocations(shown)).toEqual([]);
    expect(response.headers.get('Content-Type')).toBe('image/jpeg');
    expect(response.headers.get('Content-Disposition')).toMatch(/^inline/);
    expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox/);
    for (const number of ['0', '3', '-1', '1.5', '1e9', 'x', '%00']) {
      const { status } = await rawRequest(`${site.url}${requestPath()}/files/${number}`, {
        headers: { Cookie: browser.cookie },
      });
      expect([400, 404], number).toContain(status);
    }
  });
});

describe('a session', () => {
  test('ends after 30 minutes without use and after 12 hours, but on one’s own phone only after 30 days', async () => {
    const member = await addMember(site, { name: 'Clock', role: 'coordinator' });
    const now = Date.now();
    const start = async (isOwnDevice: boolean, at: number) => {
      const visitor = openDeskBrowser(site, newNetwork());
      visitor.cookie = `desk=${await withDatabase(site, (database) => member.session(database, at, isOwnDevice))}`;
      return visitor;
    };
    const idle = await start(false, now);
    const busy = await start(false, now + 30_000);
    const phone = await start(true, now + 60_000);
    const statusAt = async (visitor: DeskBrowser, offset: number) => {
      await shiftClock(offset);
      return (await visitor.get('/desk/requests')).status;
    };
    try {
      for (let time = 25 * minute; time < 12 * 60 * minute; time += 25 * minute) {
        expect(await statusAt(busy, time), `${time / minute} min`).toBe(200);
      }
      expect(await statusAt(busy, 12 * 60 * minute + minute)).toBe(303);
      expect(await statusAt(idle, 31 * minute)).toBe(303);
      for (let time = 6 * day; time < 30 * day; time += 6 * day) expect(await statusAt(phone, time)).toBe(200);
      expect(await statusAt(phone, 30 * day + 2 * minute)).toBe(303);
    } finally {
      await shiftClock(0);
    }
  });

  test('ends everywhere when the password is changed', async () => {
    const member = await addMember(site, { name: 'Changer', role: 'coordinator' });
    const usedCode = member.code(Date.now());
    const here = openDeskBrowser(site, newNetwork());
    expect((await here.send('/desk/sign-in', { email: member.email, password, code: usedCode })).status).toBe(303);
    const there = openDeskBrowser(site);
    there.cookie = `desk=${await withDatabase(site, (database) => member.session(database, Date.now() + 30_000))}`;
    const change = { current: password, password: 'ein anderer Satz über Möwen' };
    expect(
      (await here.send('/desk/account', { ...change, current: 'wrong', code: member.code(Date.now()) }, 'password'))
        .status,
    ).toBe(400);
    expect((await here.send('/desk/account', { ...change, code: usedCode }, 'password')).status, 'a used code').toBe(
      400,
    );
    const [recovery = ''] = member.recoveryCodes;
    expect((await here.send('/desk/account', { ...change, code: recovery }, 'password')).status).toBe(303);
    for (const visitor of [here, there]) expect((await visitor.get('/desk/requests')).status).toBe(303);
  });

  test('ends when the account is disabled or reset, or its owner signs out everywhere', async () => {
    for (const [name, intent] of [
      ['Disabled', 'disable'],
      ['Reset', 'reset'],
    ] as const) {
      const member = await addMember(site, { name, role: 'coordinator' });
      const visitor = await signInAs(site, member, newNetwork());
      const token = (await leadBrowser.get('/desk/people')).value('token') ?? '';
      const response = await leadBrowser.post('/desk/people', { token, intent, person: member.id });
      expect([200, 303]).toContain(response.status);
      expect((await visitor.get('/desk/requests')).status).toBe(303);
    }
    const member = await addMember(site, { name: 'Everywhere', role: 'coordinator' });
    const visitor = await signInAs(site, member, newNetwork());
    const { cookie } = visitor;
    expect((await visitor.send('/desk/account', {}, 'sign-out')).status).toBe(303);
    visitor.cookie = cookie;
    expect((await visitor.get('/desk/requests')).status).toBe(303);
  });
});

describe('signing in', () => {
  /** Processor time of all threads of the site (ms). */
  function processTime(): number {
    const fields = readFileSync(`/proc/${site.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  test('gets the same response and costs the same processor time whether or not the account exists', async () => {
    const joined: Member[] = [];
    for (const name of ['Known', 'Other', 'Third']) joined.push(await addMember(site, { name, role: 'coordinator' }));
    const disabled = await addMember(site, { name: 'Disableduser', role: 'coordinator' });
    await withDatabase(site, (database) => setDisabled(database, disabled.id, true, null, Date.now()));
    await inviteMember(site, { name: 'Invited', role: 'coordinator' });
    const attempt = async (email: string, typed: string) => {
      const fields = { email, password: typed, code: '000000' };
      const page = await readPage(await openDeskBrowser(site, newNetwork()).send('/desk/sign-in', fields));
      const headers = [...page.headers].filter(([name]) => !['date', 'etag', 'request-id'].includes(name));
      return {
        status: page.status,
        html: page.html.split(email).join('EMAIL'),
        headers: JSON.stringify(headers).replace(/content-length","\d+/, ''),
      };
    };
    const [known] = joined;
    const expected = await attempt('nobody@example.com', 'wrong password');
    expect(expected.status).toBe(403);
    for (const [email, typed] of [
      [known?.email ?? '', 'wrong password'],
      [known?.email ?? '', password],
      [disabled.email, password],
      ['invited@example.com', ''],
    ] as const) {
      expect(await attempt(email, typed)).toEqual(expected);
    }
    // Interleaved rounds, because other work on the machine comes and goes.
    const costs = { known: 0, unknown: 0 };
    for (let round = 0; round < 8; round += 1) {
      for (const [kind, email] of [
        ['known', joined[round % 3]?.email ?? ''],
        ['unknown', `nobody${round % 3}@example.org`],
      ] as const) {
        const before = processTime();
        await attempt(email, 'wrong password');
        costs[kind] += processTime() - before;
      }
    }
    expect(costs.known / costs.unknown).toBeGreaterThan(0.6);
    expect(costs.known / costs.unknown).toBeLessThan(1.6);
  });

  test('a thousand times in a minute harms nobody', async () => {
    const member = await addMember(site, { name: 'Busy', role: 'coordinator' });
    await fetch(`${site.url}/en/about`);
    const memory = memoryOf(site.process.pid);
    const attacker = newNetwork();
    const attempt = async (headers: Record<string, string>, number: number) => {
      const fields = { email: `a${number}@example.com`, password: `guess ${number}`, code: '000000' };
      const response = await openDeskBrowser(site, headers).post('/desk/sign-in', fields);
      await response.text();
      return response.status;
    };
    let finished = 0;
    const attempts = Array.from({ length: 1000 }, (_, number) =>
      attempt(number < 950 ? attacker : { 'X-Forwarded-For': `172.16.${number % 10}.1` }, number).finally(
        () => (finished += 1),
      ),
    );
    // During the attack, others read pages and files, and a colleague signs in, whose first attempt comes before any
    // network's second.
    const [colleague, ...pages] = await Promise.all([
      signInAs(site, member, newNetwork()),
      fetch(`${site.url}/en/contact`),
      fetch(`${site.url}/favicon.svg`),
      browser.get(requestPath()),
    ]);
    expect(finished, 'the attack is still going on').toBeLessThan(1000);
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await colleague.get('/desk/requests')).status).toBe(200);
    const statuses = await Promise.all(attempts);
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    expect(
      statuses.slice(0, 950).filter((status) => status === 403),
      'one network',
    ).toHaveLength(30);
    expect(memoryOf(site.process.pid) - memory, 'MiB').toBeLessThan(150);
    // The timeout allows for eighty passwords, hashed one after the other.
  });
});

describe('over https', () => {
  let secure: Site;
  beforeAll(async () => {
    secure = await startSite({ env: { TRUST_PROXY: '1', SITE_URL: 'https://desk.example' } });
  });
  afterAll(() => secure.close());

  test.each([false, true])(
    'the cookie has the __Host- prefix and all attributes (own device: %s)',
    async (isOwnDevice) => {
      const member = await addMember(secure, { name: isOwnDevice ? 'Phone' : 'Shared', role: 'lead' });
      const form = new URLSearchParams({ email: member.email, password, code: member.code(Date.now()) });
      if (isOwnDevice) form.set('own-device', 'yes');
      const headers = { Host: 'desk.example', 'X-Forwarded-Proto': 'https', ...newNetwork() };
      const response = await rawRequest(`${secure.url}/desk/sign-in`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      });
      expect(response.status).toBe(303);
      const open = (value: string) =>
        rawRequest(`${secure.url}/desk/requests`, { headers: { ...headers, Cookie: value } });
      const setCookies = response.headers['set-cookie'] ?? [];
      const cookie = setCookies[0]?.split('; ')[0] ?? '';
      const opened = await open(cookie);
      expect(opened.status).toBe(200);
      const cookies = [...setCookies, ...(opened.headers['set-cookie'] ?? [])].map((header) => header.split('; '));
      expect(cookies.map(([pair]) => pair)).toEqual([
        expect.stringMatching(/^__Host-desk=[\w-]{22,}$/),
        expect.stringMatching(/^__Host-desk-forms=[\w.-]{22,}$/),
      ]);
      for (const [index, [, ...attributes]] of cookies.entries())
        expect(attributes.sort()).toEqual(
          [
            ...['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'],
            ...(isOwnDevice ? [['Max-Age=2592000', 'Max-Age=3196800'][index]] : []),
          ].sort(),
        );
      expect((await open(cookie.replace('__Host-', ''))).status, 'without the prefix').toBe(303);
    },
  );
});

describe('DESK_NETWORKS', () => {
  let office: Site;
  let member: Member;
  beforeAll(async () => {
    office = await startSite({ env: { TRUST_PROXY: '1', DESK_NETWORKS: '192.0.2.0/24' } });
    member = await addMember(office, { name: 'Lina', role: 'lead' });
  });
  afterAll(() => office.close());

  test('outside these networks, the desk does not exist, not even for somebody who is signed in', async () => {
    const inside = await signInAs(office, member, { 'X-Forwarded-For': '192.0.2.7' });
    expect((await inside.get('/desk/requests')).status).toBe(200);
    // The proxy appends the address that it sees.
    for (const address of ['198.51.100.1', '192.0.2.7, 198.51.100.1', '::1']) {
      const outside = openDeskBrowser(office, { 'X-Forwarded-For': address });
      outside.cookie = inside.cookie;
      for (const path of ['/desk', '/desk/requests', '/desk/sign-in', '/desk/people']) {
        const page = await outside.get(path);
        expect(page.status, `${path} from ${address}`).toBe(404);
        expect(page.html).not.toContain('Lina');
      }
      expect((await outside.post('/desk/sign-in', { email: member.email, password })).status).toBe(404);
    }
  });
});
