import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRequest } from '../../app/desk/requests/change-request.server.ts';
import { startSession } from '../../app/desk/sign-in/sessions.server.ts';
import { addAnswer } from '../../app/enquiries/correspondence/add-to-enquiry.server.ts';
import { sentLinkPath } from '../../app/enquiries/correspondence/sent-link-path.ts';
import { createSentLink } from '../../app/enquiries/correspondence/sent-links.server.ts';
import { formLanguageCodes } from '../../app/i18n/languages.ts';
import { addMember, withDatabase } from '../support/desk-people.ts';
import { formData, send } from '../support/evacuation-request.ts';
import { type Page, readPage } from '../support/page.ts';
import { startWatchedSite, type WatchedSite } from '../support/watched-site.ts';

// A family and the desk who have written to each other as often and as much as the site allows.

const answers = 100;
const messages = 100;
/** Characters that take the most bytes in a page. */
const longText = (number: number, name: string, length: number) =>
  `${name}-${number}- ${'<"&م'.repeat(length / 4 - 5)}`;

let watched: WatchedSite;
let receipt: string;
let sentLink: string;
let deskPage: string;
let cookie: string;

beforeAll(async () => {
  watched = await startWatchedSite({ RATE_LIMIT_FACTOR: '1000' });
  receipt = new URL((await send(watched.site)).headers.get('Location') ?? '').pathname;
  const lead = await addMember(watched.site, { name: 'Lina', role: 'lead' });
  await withDatabase(watched.site, async (database) => {
    const now = Date.now();
    const { id, reference } = await database
      .selectFrom('enquiries')
      .select(['id', 'reference'])
      .executeTakeFirstOrThrow();
    for (let number = 0; number < answers; number += 1) {
      const answer = { text: longText(number, 'answer', 5000), files: [] };
      expect(await addAnswer(database, id, answer, 'inbox', now)).toMatchObject({ outcome: 'added' });
    }
    for (let number = 0; number < messages; number += 1) {
      const text = longText(number, 'message', 4000);
      await changeRequest(database, { reference, personId: lead.id, now }, { kind: 'asked', details: { text } });
    }
    await database.transaction().execute(async (transaction) => {
      sentLink = sentLinkPath('en', await createSentLink(transaction, id, now));
      cookie = `desk=${await startSession(transaction, lead.id, false, now)}`;
    });
    deskPage = `/desk/requests/${reference}`;
  });
});
afterAll(() => watched.close());

const get = async (path: string) =>
  readPage(await fetch(watched.site.url + path, { headers: { Cookie: cookie }, redirect: 'manual' }));

/** Returns the texts with this name that a page shows, as their numbers. */
const numbersOn = ({ document }: Page, name: string) =>
  Array.from(
    (document.querySelector('main')?.textContent ?? '').matchAll(new RegExp(`${name}-(\\d+)-`, 'g')),
    ([, number]) => Number(number),
  );

/** Follows the links to older entries of a list. @returns all pages, the newest entries first */
async function allPages(path: string, list: string): Promise<Page[]> {
  const pages = [await get(path)];
  for (let number = 2; ; number += 1) {
    const links = pages.at(-1)?.document.querySelectorAll('main a') ?? [];
    const hrefs = links.map((link) => link.getAttribute('href') ?? '');
    const older = hrefs.find((href) => href.includes(`?${list}=${number}#`));
    if (older === undefined) return pages;
    const [address = '', anchor = ''] = older.split('#');
    const page = await get(address);
    expect(page.status).toBe(200);
    expect(page.document.querySelector(`#${anchor}`), 'the link leads to the list').not.toBeNull();
    pages.push(page);
  }
}

const all = (count: number) => Array.from({ length: count }, (_, number) => number);

test.each(formLanguageCodes)(
  'in %s, a receipt shows ten entries of each list, and links to the others',
  async (code) => {
    const path = code === 'ru' ? receipt : receipt.replace('/en/', `/${code}/`);
    if (code === 'ru') {
      await withDatabase(watched.site, (database) =>
        database.updateTable('enquiries').set({ language: 'ru' }).execute(),
      );
    }
    const later = await allPages(path, 'later');
    expect(later[0]?.document.querySelector('html')?.getAttribute('lang')).toBe(code);
    expect(later.map((page) => numbersOn(page, 'answer').length)).toEqual(later.map(() => 10));
    expect(later.flatMap((page) => numbersOn(page, 'answer').reverse())).toEqual(all(answers).reverse());
    const earlier = await allPages(path, 'messages');
    // The newest message is on every page, above the answer form.
    expect(earlier.map((page) => numbersOn(page, 'message')[0])).toEqual(earlier.map(() => messages - 1));
    expect(earlier.flatMap((page) => numbersOn(page, 'message').slice(1))).toEqual(all(messages - 1).reverse());
  },
);

test('the receipt that a sent link opens has the same links', async () => {
  const body = formData({ digits: '4567' });
  const opened = await fetch(watched.site.url + sentLink, { method: 'POST', body, redirect: 'manual' });
  const path = new URL(opened.headers.get('Location') ?? '').pathname;
  const pages = await allPages(path, 'later');
  expect(pages.flatMap((page) => numbersOn(page, 'answer'))).toHaveLength(answers);
});

test('the desk shows the history in pages', async () => {
  const pages = await allPages(deskPage, 'history');
  expect(pages.flatMap((page) => numbersOn(page, 'message'))).toEqual(all(messages).reverse());
  expect(pages.flatMap((page) => numbersOn(page, 'answer'))).toEqual(all(answers).reverse());
});

test.each(['receipt', 'desk'])(
  'the page of the %s stops the site for less than reading 10 MB of JSON',
  async (name) => {
    const path = name === 'desk' ? deskPage : receipt;
    const reference = await watched.referenceTime();
    const stops: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await watched.longestBlock();
      await get(path);
      stops.push(await watched.longestBlock());
    }
    expect(Math.min(...stops)).toBeLessThan(reference);
  },
);

test('what a family gets of its request still has every answer and message', async () => {
  const page = await get('/desk/person');
  const token = page.value('token') ?? '';
  const reference = deskPage.split('/').at(-1) ?? '';
  const response = await fetch(`${watched.site.url}/desk/person`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ token, intent: 'hand-out', q: 'Ahmad', reference }),
  });
  expect(response.headers.get('Content-Type')).toBe('application/zip');
  const folder = Buffer.from(await response.arrayBuffer()).toString();
  for (const number of all(answers)) expect(folder).toContain(`answer-${number}-`);
  for (const number of all(messages)) expect(folder).toContain(`message-${number}-`);
});
