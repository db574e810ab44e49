import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../support/evacuation-request.ts';
import { everyPage, pageReader } from '../support/every-page.ts';
import { exifBlock, exifSegment, findLocations, jpegWith } from '../support/located-pictures.ts';
import { svg } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runCompany, type Site, startSite } from '../support/site.ts';

// Changes the company facts with the command line while two processes on the same data show them.

let site: Site;
let other: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ dataDir: site.dataDir });
  folder = await mkdtemp(join(tmpdir(), 'facts-'));
});
afterAll(async () => {
  await other.kill();
  await site.close();
  await rm(folder, { recursive: true });
});

const both = (en: string, ar = `${en} (ar)`) => ({ ar, en });

const facts = {
  name: both('Ufuq Care', 'أفق للرعاية'),
  address: both('Ring 1, 50667 Köln'),
  phone: '+49 30 5550001',
  whatsapp: '+49 30 5550002',
  email: 'desk@ufuq.example',
  emergencyPhone: '+49 30 5550009',
  hours: { monday: [{ from: '09:10', to: '18:20' }] },
  replyTime: { urgent: both('within 2 hours'), other: both('within 3 days') },
  history: both('Two nurses founded the company.'),
  spokenLanguages: both('We speak Arabic in the mornings.'),
  licences: both('The town of Köln has given us a permit.'),
  paidBy: both('The patient pays our fee.'),
  authorities: both('We work with two health offices.'),
  neverAsks: both('Nobody asks for cash.'),
  representative: 'Leyla Ufuq',
  register: 'Amtsgericht Köln, HRB 4711',
  vatId: 'DE123456789',
  dataProtectionOfficer: { name: 'Omar Ufuq', email: 'dpo@ufuq.example' },
  supervisoryAuthority: { name: both('Commissioner of Cologne') },
  insurer: { name: 'Assecuranz AG', address: 'Ring 2, Köln', territory: both('Germany and Europe') },
  social: { instagram: 'https://www.instagram.com/ufuq' },
  people: [{ name: both('Leyla Ufuq'), role: both('Coordinator'), languages: ['ar', 'de'], picture: 'leyla.jpg' }],
  partners: [
    {
      name: both('Klinik Ufuq'),
      address: both('Ring 7, Berlin'),
      website: 'https://klinik.example',
      logo: 'leyla.jpg',
    },
  ],
  memberships: [{ name: both('Chamber of Cologne'), website: 'https://chamber.example' }],
  notice: { text: both('Closed on Friday.') },
};
const picture = jpegWith(exifSegment(exifBlock('MM').bytes));

const read = async (from: Site, path: string) => (await fetch(from.url + path)).text();
const newestVersion = async () => Number((await runCompany(site, 'history')).output.split('\t')[0]);

/** Imports facts, by default based on the newest version. @returns what the command line printed */
async function importFacts(changed: unknown, version?: number) {
  const file = join(folder, 'facts.json');
  await writeFile(join(folder, 'leyla.jpg'), picture);
  await writeFile(file, JSON.stringify({ version: version ?? (await newestVersion()), facts: changed }));
  return runCompany(site, 'import', file, '--by', 'Ali');
}

async function saveFacts(changed: unknown): Promise<void> {
  expect(await importFacts(changed)).toMatchObject({ code: 0 });
}

/** Markup that appears on a page only if the fact exists, by fact. */
const claims = {
  hours: 'data-company-hours',
  replyTime: 'data-company-reply',
  people: 'data-company-people',
  partners: 'data-company-partners',
  memberships: 'data-company-memberships',
  notice: 'data-notice-line',
  openingHours: 'openingHoursSpecification',
  history: 'id="history"',
  spokenLanguages: 'id="spoken-languages"',
  licences: 'id="licences"',
  paidBy: 'id="who-pays"',
  authorities: 'id="who-we-work-with"',
  neverAsks: 'id="what-we-never-ask"',
  insurer: 'id="insurance"',
  register: 'HRB',
  vatId: 'UStG',
  social: 'rel="noopener noreferrer me"',
  pictures: '/company-pictures/',
};

test('a site without facts claims nothing on any page', async () => {
  const pageAt = pageReader(() => site);
  const found: string[] = [];
  for (const { address } of everyPage) {
    const { html } = await pageAt(address);
    for (const [fact, text] of Object.entries(claims)) if (html.includes(text)) found.push(`${address}: ${fact}`);
    if (/Mustermann|undefined|\{\{company/.test(html.replace(/<script.*?<\/script>/gs, ''))) found.push(address);
  }
  expect(found).toEqual([]);
});

test('saved facts are on every page of all processes at the next request, and gone once undone', async () => {
  const paths = everyPage.map(({ address }) => address);
  const readAll = async (from: Site) =>
    new Map(await Promise.all(paths.map(async (path) => [path, await read(from, path)] as const)));
  /** Returns the paths of the pages that do not meet a condition. */
  const wrongPages = (pages: Map<string, string>, isRight: (html: string, path: string) => boolean) =>
    Array.from(pages).flatMap(([path, html]) => (isRight(html, path) ? [] : [path]));

  // Fills all caches.
  const before = await readAll(site);
  await Promise.all([readAll(site), readAll(other)]);

  await saveFacts({ ...facts, notice: undefined });
  const isChanged = (html: string) =>
    html.includes('+49 30 5550001') &&
    html.includes('desk@ufuq.example') &&
    !/23125|care@example|Rihla|Musterstra/.test(html);
  expect(wrongPages(await readAll(site), isChanged)).toEqual([]);
  expect(wrongPages(await readAll(other), isChanged)).toEqual([]);

  await saveFacts(facts);
  expect(wrongPages(await readAll(other), (html) => html.includes('data-notice-line'))).toEqual([]);
  expect(await read(site, '/en')).toContain('data-notice-line');

  expect(await runCompany(site, 'undo')).toMatchObject({ code: 0 });
  for (const process of [site, other]) expect(await read(process, '/en')).not.toContain('data-notice-line');
  await saveFacts({});
  const withoutVersion = (html = '') => html.replace(/"version":\d+/, '');
  const isAsBefore = (html: string, path: string) => withoutVersion(html) === withoutVersion(before.get(path));
  expect(wrongPages(await readAll(site), isAsBefore)).toEqual([]);
});

describe('with all facts', () => {
  let restarted: Site;
  beforeAll(async () => {
    await saveFacts(facts);
    restarted = await startSite({ dataDir: site.dataDir });
  });
  afterAll(() => restarted.kill());

  test.each([
    ['/contact', ['09:10\u00a0to\u00a018:20', 'within 2 hours', 'within 3 days', '+49 30 5550009', 'German time']],
    ['/about', ['Leyla Ufuq', 'Coordinator', 'Arabic, German', 'Chamber of Cologne', 'The patient pays our fee.']],
    [
      '/about',
      [
        'Two nurses founded the company.',
        'Arabic in the mornings',
        'has given us a permit',
        '09:10\u00a0to\u00a018:20',
      ],
    ],
    ['/about', ['HRB 4711', 'Assecuranz AG', '#people', '#memberships', '#hours']],
    ['/partners', ['Klinik Ufuq', 'Ring 7, Berlin', 'https://klinik.example']],
    ['/imprint', ['Assecuranz AG', 'Germany and Europe', 'HRB 4711', 'DE123456789', 'Leyla Ufuq']],
    ['/privacy-policy', ['Omar Ufuq', 'dpo@ufuq.example', 'Commissioner of Cologne']],
    ['/help-center', ['The patient pays our fee.', 'within 2 hours', 'within 3 days', 'Nobody asks for cash.']],
    ['/costs', ['The patient pays our fee.']],
    ['/sponsored-patients', ['We work with two health offices.']],
    ['/is-it-us', ['Nobody asks for cash.']],
    ['/services/evacuation', ['+49 30 5550009']],
    ['/site.webmanifest', ['Ufuq Care']],
    ['', ['"openingHoursSpecification"', '"opens":"09:10","closes":"18:20"']],
  ])('the page %s shows the facts that belong there, even after a restart', async (path, texts) => {
    for (const process of [site, restarted]) {
      const html = await read(process, `/en${path}`);
      expect(texts.filter((text) => !html.includes(text))).toEqual([]);
    }
  });

  test('hours are in words: in Arabic, figures with a dash between them read backwards', async () => {
    const addresses = [...everyPage.map(({ address }) => address), '/ru/services/evacuation'];
    const pages = await Promise.all(addresses.map(async (address) => readPage(await fetch(site.url + address))));
    const texts = pages.map(({ document }) => {
      for (const script of document.querySelectorAll('script')) script.remove();
      return document.querySelector('body')?.structuredText ?? '';
    });
    expect(texts.filter((text) => text.includes('09:10')).length).toBeGreaterThan(addresses.length / 2);
    expect(texts.filter((text) => /\d:\d\d\s*[–-]\s*\d/.test(text))).toEqual([]);
  });

  test('names and texts are in the language of the page', async () => {
    const html = await read(site, '/ar');
    expect(html).toContain('أفق للرعاية');
    expect(html).not.toContain('Ufuq Care');
  });

  test.each(['/ar/nothing', '/en/flights/nothing'])('the error page %s shows the phone number', async (path) => {
    expect(await read(site, path)).toContain('+49 30 5550001');
  });

  test('a refused request shows the phone number', async () => {
    const response = await fetch(`${site.url}/en/contact`, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(await response.text()).toContain('+49 30 5550001');
  });

  test('a receipt says when the company replies, sooner if the request is urgent', async () => {
    const receiptOf = async (fields: Record<string, string>) =>
      (await fetch((await send(site, fields)).headers.get('Location') ?? '')).text();
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    expect(await receiptOf({ date: tomorrow })).toContain('within 2 hours');
    expect(await receiptOf({})).toContain('within 3 days');
  });

  test('a picture is served from this host, without its location, cached for ever and never as HTML', async () => {
    const [address = ''] = /\/company-pictures\/[0-9a-f]{32}\.jpg/.exec(await read(site, '/en/about')) ?? [];
    const response = await fetch(other.url + address);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(picture.length);
    expect(findLocations(bytes)).toEqual([]);
    expect((await fetch(`${site.url}/company-pictures/${'0'.repeat(32)}.jpg`)).status).toBe(404);
  });

  test('an export contains everything, and can be imported again', async () => {
    const exported = await mkdtemp(join(folder, 'export-'));
    const file = join(exported, 'facts.json');
    expect(await runCompany(site, 'export', file)).toMatchObject({ code: 0 });
    const content = JSON.parse(await readFile(file, 'utf8')) as { version: number; facts: typeof facts };
    const stored = content.facts.people[0]?.picture;
    expect(content).toEqual({
      version: await newestVersion(),
      facts: {
        ...facts,
        people: [{ ...facts.people[0], picture: stored }],
        partners: [{ ...facts.partners[0], logo: stored }],
      },
    });
    expect((await readdir(exported)).sort()).toEqual([stored, 'facts.json'].sort());
    expect(await runCompany(site, 'export', file)).toMatchObject({ code: 2 });
    expect(await runCompany(site, 'import', file)).toMatchObject({ code: 0 });
    expect(await read(site, '/en/about')).toContain(stored);
  });
});

describe('an import is refused with a reason and changes nothing:', () => {
  const person = (changes: object) => ({ people: [{ ...facts.people[0], ...changes }] });

  test.each<[string, unknown, string]>([
    ['an invalid fact', { ...facts, phone: '030' }, 'phone: must be a number in international format'],
    ['a missing text', person({ role: { ar: 'x' } }), 'people 1, role, en: is missing'],
    ['an unknown fact', { ...facts, fax: '1' }, 'fax: is not a known fact'],
    ['a missing picture', person({ picture: 'omar.jpg' }), 'people 1, picture: there is no picture omar.jpg'],
    ['an SVG renamed to .png', person({ picture: 'svg.png' }), 'people 1, picture: svg.png is not a JPEG, PNG or WebP'],
    ['a large picture', person({ picture: 'large.jpg' }), 'people 1, picture: large.jpg is 501 kB'],
  ])('%s', async (_, changed, reason) => {
    await writeFile(join(folder, 'svg.png'), svg);
    await writeFile(join(folder, 'large.jpg'), Buffer.concat([picture, Buffer.alloc(500_001 - picture.length)]));
    const version = await newestVersion();
    const stored = await site.storedFiles();
    const { code, errors } = await importFacts(changed, version);
    expect(code).toBe(2);
    expect(errors).toContain('Nothing was saved.');
    expect(errors).toContain(reason);
    expect(await newestVersion()).toBe(version);
    expect(await site.storedFiles()).toEqual(stored);
  });

  test('a change based on an earlier version', async () => {
    const version = await newestVersion();
    const { code, errors } = await importFacts({ register: 'HRB 1' }, version - 1);
    expect(code).toBe(2);
    expect(errors).toContain(`exported from version ${version - 1}, but the newest is version ${version}, saved by`);
    expect(await newestVersion()).toBe(version);
  });

  test.each([
    ['broken JSON', '{"version": 1,', 'is not JSON'],
    ['no version', '{"facts": {}}', 'must contain "version"'],
  ])('a file with %s', async (_, text, reason) => {
    const file = join(folder, 'broken.json');
    await writeFile(file, text);
    const { code, errors } = await runCompany(site, 'import', file);
    expect(code).toBe(2);
    expect(errors).toContain(reason);
  });

  test('a file that does not exist', async () => {
    expect(await runCompany(site, 'import', join(folder, 'none.json'))).toMatchObject({ code: 2 });
  });
});

test('forget deletes the earlier versions and the pictures that only they show', async () => {
  await saveFacts(facts);
  await saveFacts({ phone: '+49 30 5550001' });
  const stored = (await site.storedFiles()).length;
  const { code, output } = await runCompany(site, 'forget');
  expect(code).toBe(0);
  expect(output).toMatch(/^Deleted \d+ earlier versions and 1 picture\.\n$/);
  expect((await runCompany(site, 'history')).output.trim().split('\n')).toHaveLength(1);
  expect(await site.storedFiles()).toHaveLength(stored - 1);
});
