import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../app/database/database.server.ts';
import { addPerson } from '../../app/desk/people/people.server.ts';
import { startSession } from '../../app/desk/sign-in/sessions.server.ts';
import { send } from '../support/evacuation-request.ts';
import { everyPage, pageReader } from '../support/every-page.ts';
import { everyRoute } from '../support/every-route.ts';
import { type Page, readPage } from '../support/page.ts';
import { phoneLinksIn, wrongPhoneLinksIn } from '../support/phone-links.ts';
import { type Site, startSite } from '../support/site.ts';
import { type StandInMailServer, startStandInMailServer } from '../support/stand-in-mail-server.ts';
import { waitFor } from '../support/wait-for.ts';

// Links that call or write to a phone number: on every public page, on every page of the desk, and in emails.

/** Numbers as families type them, and the digits that reach them from any country; undefined without a country code. */
const spellings: [typed: string, number: string | undefined][] = [
  ['+966 50 123 4567', '966501234567'],
  ['00966501234567', '966501234567'],
  ['٠٠٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '966501234567'],
  ['+۹۶۶۵۰۱۲۳۴۵۶۷', '966501234567'],
  ['＋９６６　５０－１２３－４５６７', '966501234567'],
  ['+966 (0)50 123 4567', '966501234567'],
  ['+966 050 123 4567', '966501234567'],
  ['\u202A+966\u00A050\u2011123\u20114567\u202C', '966501234567'],
  ['966501234567+', '966501234567'],
  ['+39 06 698 12345', '390669812345'],
  ['٠٥٠١٢٣٤٥٦٧', undefined],
  ['050 123 4567', undefined],
  ['501234567', undefined],
];

let site: Site;
let mailServer: StandInMailServer;
let headers: Record<string, string>;
/** The references of the requests, in the order of `spellings`. */
const references: string[] = [];

beforeAll(async () => {
  mailServer = await startStandInMailServer();
  const env = { DESK: 'smtp', SMTP_URL: mailServer.url, DESK_EMAIL: 'desk@example.com', RATE_LIMIT_FACTOR: '1000' };
  site = await startSite({ env });
  for (const [phone] of spellings) {
    const response = await send(site, { phone });
    expect(response.status, phone).toBe(303);
    const { title } = await readPage(await fetch(site.url + new URL(response.headers.get('Location') ?? '').pathname));
    references.push((/[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(title)?.[0] ?? '').replace('-', ''));
  }
  await waitFor(() => mailServer.received.length === spellings.length);
  const database = await openDatabase(join(site.dataDir, 'site.db'));
  const person = { email: 'lead@desk.example', name: 'A lead', role: 'lead', language: 'de' } as const;
  const id = (await addPerson(database, person, null, Date.now()))?.person.id ?? '';
  const token = await database.transaction().execute((transaction) => startSession(transaction, id, false, Date.now()));
  await database.destroy();
  headers = { Cookie: `desk=${token}` };
});
afterAll(async () => {
  await site.close();
  await mailServer.close();
});

const get = async (path: string): Promise<Page> =>
  readPage(await fetch(site.url + path, { headers, redirect: 'manual' }));

const linksOf = (number: string | undefined) =>
  number === undefined ? [] : [`tel:+${number}`, `https://wa.me/${number}`];

const sentence = 'Die Telefonnummer hat keine Landesvorwahl.';

describe.each(spellings.map(([typed, number], index) => ({ typed, number, index })))(
  'a family that types $typed',
  ({ number, index }) => {
    test('is called and written to from its request and from the list, or the desk says why not', async () => {
      const path = `/desk/requests/${references[index]}`;
      const page = await get(path);
      expect(phoneLinksIn(page.html)).toEqual(linksOf(number));
      expect(page.text.includes(sentence)).toBe(number === undefined);
      const { document } = await get('/desk/requests?show=all');
      const card = document.querySelectorAll('.desk-card').find((one) => one.querySelector(`a[href="${path}"]`));
      expect(phoneLinksIn(card?.toString() ?? '')).toEqual(linksOf(number));
      expect(card?.textContent.includes(sentence)).toBe(number === undefined);
    });

    test('gets a link by WhatsApp, or the desk says to copy it', async () => {
      const path = `/desk/requests/${references[index]}`;
      const { document } = await get(path);
      const formToken = document.querySelector('input[name=token]')?.getAttribute('value') ?? '';
      const body = new URLSearchParams({ token: formToken, intent: 'link' });
      const page = await readPage(
        await fetch(site.url + path, { method: 'POST', headers: { ...headers, Origin: site.url }, body }),
      );
      const chat = phoneLinksIn(page.html).filter((link) => link.includes('?text='));
      expect(chat.map((link) => link.split('?')[0])).toEqual(linksOf(number).slice(1));
      expect(page.text.includes(`${sentence} Kopieren Sie den Link.`)).toBe(number === undefined);
    });

    test('is called and written to from the email, or the email says why not', () => {
      const mail = mailServer.received.find(({ email }) => {
        const reference = references[index] ?? '';
        return email.subject?.includes(`${reference.slice(0, 4)}-${reference.slice(4)}`);
      });
      const { text = '', html = '' } = mail?.email ?? {};
      for (const content of [text, html]) {
        expect(phoneLinksIn(content)).toEqual(linksOf(number));
        expect(content.includes(sentence)).toBe(number === undefined);
      }
    });
  },
);

test('no page of the desk has a wrong link', async () => {
  const reference = references.at(-1) ?? '';
  const paths = everyRoute
    .filter(({ id }) => id.startsWith('routes/desk.'))
    .flatMap(({ paths: all }) => all.map((path) => path.replace(/\/AAAAAAAA\b/, `/${reference}`)));
  const pages = await Promise.all(paths.map((path) => get(path)));
  expect(pages.filter(({ status }) => status === 200).length).toBeGreaterThan(7);
  for (const [index, page] of pages.entries()) expect(wrongPhoneLinksIn(page.html), paths[index]).toEqual([]);
});

test('no public page has a wrong link, and each has one to call and one to write', async () => {
  const read = pageReader(() => site);
  for (const { address } of everyPage) {
    const { html } = await read(address);
    expect(wrongPhoneLinksIn(html), address).toEqual([]);
    expect(phoneLinksIn(html), address).toEqual(
      expect.arrayContaining(['tel:+493023125010', 'https://wa.me/493023125011']),
    );
  }
});
