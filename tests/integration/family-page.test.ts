import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../app/database/database.server.ts';
import { addPerson } from '../../app/desk/people/people.server.ts';
import { startSession } from '../../app/desk/sign-in/sessions.server.ts';
import { deskTexts, fill } from '../../app/desk/texts/desk-texts.ts';
import { languageCodes } from '../../app/i18n/languages.ts';
import arForms from '../../locales/ar/forms.json' with { type: 'json' };
import ar from '../../locales/ar/receipt.json' with { type: 'json' };
import enForms from '../../locales/en/forms.json' with { type: 'json' };
import en from '../../locales/en/receipt.json' with { type: 'json' };
import { formData, send, type SentFile } from '../support/evacuation-request.ts';
import { everyRoute } from '../support/every-route.ts';
import { freePort } from '../support/free-port.ts';
import { pdf, png } from '../support/medical-files.ts';
import { type Page, readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';
import { type StandInMailServer, startStandInMailServer } from '../support/stand-in-mail-server.ts';
import { storedRows } from '../support/stored-rows.ts';
import { waitFor } from '../support/wait-for.ts';

let site: Site;
let mailServer: StandInMailServer;
let cookie: string;

beforeAll(async () => {
  mailServer = await startStandInMailServer();
  const port = await freePort('127.0.0.1');
  site = await startSite({
    env: {
      ...{ PORT: String(port), SITE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_FACTOR: '1000' },
      ...{ SMTP_URL: mailServer.url, MAIL_FROM: 'site@c.example' },
    },
  });
  const database = await openDatabase(join(site.dataDir, 'site.db'));
  const person = { email: 'lead@c.example', name: 'Layla', role: 'lead', language: 'en' } as const;
  const added = await addPerson(database, person, null, Date.now());
  if (!added) throw new Error('The account already exists');
  const token = await database
    .transaction()
    .execute((transaction) => startSession(transaction, added.person.id, false, Date.now()));
  await database.destroy();
  cookie = `desk=${token}`;
});
afterAll(async () => {
  await site.close();
  await mailServer.close();
});

/** Returns everything in the database as text, except the desk's sessions and audit log. */
async function contentOfDatabase(): Promise<string> {
  const tables = ['enquiries', 'enquiry_events', 'receipts', 'sent_links', 'shared_files', 'parcels', 'notices'];
  const rows = await storedRows(site);
  return JSON.stringify(tables.map((table) => rows[table]));
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex');

/** Sends a request. @returns the address of its receipt and its reference */
async function newRequest(fields: Record<string, string> = {}, language: 'ar' | 'en' = 'en') {
  const receipt = (await send(site, fields, [], language)).headers.get('Location') ?? '';
  const { title } = await readPage(await fetch(receipt));
  const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(title)?.[0] ?? '';
  return { receipt, reference, desk: `/desk/requests/${reference.replace('-', '')}` };
}

const get = async (address: string) => readPage(await fetch(address, { redirect: 'manual' }));
const post = (address: string, fields: Record<string, string>, files: SentFile[] = []) =>
  fetch(address, { method: 'POST', body: formData(fields, files), redirect: 'manual' });
const openDesk = async (path: string) => readPage(await fetch(site.url + path, { headers: { Cookie: cookie } }));

/** Posts a form of the desk's request page, with its hidden fields. */
async function atDesk(desk: string, fields: Record<string, string | string[]>, files?: SentFile[]): Promise<Response> {
  const page = await openDesk(desk);
  const hidden = Object.fromEntries(
    page.document
      .querySelectorAll('main form input[type=hidden]')
      .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
  );
  const form = formData({ ...hidden, ...fields }, files);
  return fetch(site.url + desk + (files ? '/send' : ''), {
    method: 'POST',
    body: form,
    headers: { Cookie: cookie },
    redirect: 'manual',
  });
}

/** Creates a link at the desk. */
async function newLink(desk: string): Promise<{ link: string; page: Page }> {
  const page = await readPage(await atDesk(desk, { intent: 'link' }));
  expect(page.status).toBe(200);
  return { link: page.document.querySelector('main code')?.textContent ?? '', page };
}

describe('what the desk asks and the family answers', () => {
  test('is on the page of the request, with ready sentences in the language of the family', async () => {
    const { receipt, desk } = await newRequest({}, 'ar');
    const consents = (page: Page) => page.document.querySelectorAll('[data-consent-text]').length;
    expect(consents(await get(receipt)), 'above the field for documents').toBe(1);
    const asked = await atDesk(desk, { intent: 'ask', text: 'مرحبًا <b>', sentence: ['passports', 'reports'] });
    expect(asked.status).toBe(303);
    const page = await get(receipt);
    expect(consents(page), 'above the field for the answer’s files').toBe(1);
    const message = page.document.querySelector('article')?.textContent ?? '';
    expect(message).toMatch(/مرحبًا (<|&lt;)b(>|&gt;)\nيرجى إرسال التقارير .*\nيرجى إرسال صورة من جواز سفر/);
    expect(page.text).toContain(ar.messages.latest);
    expect(page.text).toContain(ar.progress.now.asked);
  });

  test('reaches the desk as text and files, once, and makes it the company’s turn', async () => {
    const { receipt, desk } = await newRequest();
    await atDesk(desk, { intent: 'ask', text: 'Which hospital?' });
    const answer = { kind: 'answer', text: '  King Faisal Hospital,\r\nward 7 <i>  ' };
    const files = [{ name: 'report.pdf', bytes: pdf(500, 7) }];
    await Promise.all([post(receipt, answer, files), post(receipt, answer, files)]);
    expect((await post(receipt, answer, files)).status).toBe(303);
    const page = await openDesk(desk);
    const history = page.document.querySelector('section[aria-labelledby=history]');
    expect(history?.querySelectorAll('li.desk-row')).toHaveLength(3);
    expect(history?.textContent).toContain('King Faisal Hospital,\nward 7');
    expect(history?.querySelector(`a[href="${desk}/files/1"]`)?.textContent).toContain('report.pdf');
    expect(page.html).not.toContain('<i>');
    expect((await get(receipt)).text).toContain('King Faisal Hospital');
  });

  test('is refused without either text or files, and keeps its text and files after an error', async () => {
    const { receipt, desk } = await newRequest();
    await atDesk(desk, { intent: 'ask', text: '?' });
    const empty = await readPage(await post(receipt, { kind: 'answer', text: ' ' }));
    expect(empty.status).toBe(400);
    const refused = await readPage(
      await post(receipt, { kind: 'answer', text: 'my words' }, [
        { name: 'good.pdf', bytes: pdf(500, 8) },
        { name: 'bad.exe', bytes: Buffer.from('MZ') },
      ]),
    );
    expect(refused.status).toBe(400);
    expect(refused.document.querySelector('textarea[name=text]')?.textContent).toContain('my words');
    expect(
      (await post(receipt, { kind: 'answer', text: 'my words', draft: refused.value('draft') ?? '' })).status,
    ).toBe(303);
    const page = await get(receipt);
    expect(page.text).toContain('my words');
    expect(page.text).toContain('good.pdf');
  });

  test('keeps what a coordinator typed if the form is refused', async () => {
    const { desk } = await newRequest();
    const page = await readPage(await atDesk(desk, { intent: 'ask', text: 'x'.repeat(4001), sentence: 'phone' }));
    expect(page.status).toBe(400);
    expect(page.document.querySelector('#ask-text')?.textContent).toContain('x'.repeat(4001));
    expect(page.document.querySelector('input[value=phone]')?.hasAttribute('checked')).toBe(true);
    expect((await atDesk(desk, { intent: 'ask', text: ' ' })).status).toBe(400);
  });
});

describe('files from the desk', () => {
  test('are offered on the receipt as downloads, and never displayed as pages', async () => {
    const { receipt, desk } = await newRequest();
    const files = [
      { name: 'عرض "1" <b>.pdf', bytes: pdf(3000, 9) },
      { name: 'plan.png', bytes: png },
    ];
    expect((await atDesk(desk, { intent: 'send', text: 'Our offer' }, files)).status).toBe(303);
    const page = await get(receipt);
    expect(page.document.querySelector('article')?.textContent).toContain('Our offer');
    const links = page.document.querySelectorAll('article a').map((link) => link.getAttribute('href') ?? '');
    expect(links).toHaveLength(2);
    for (const [index, link] of links.entries()) {
      const response = await fetch(site.url + link);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
      });
      expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename\*=UTF-8''/);
      expect(response.headers.get('Content-Security-Policy')).toContain('sandbox');
      expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(files[index]?.bytes ?? ''));
    }
    expect((await openDesk(desk)).text).toContain('plan.png');
    for (const number of ['0', '3', '-1', 'x', '1.5']) {
      expect((await fetch(`${receipt}/files/${number}`, { redirect: 'manual' })).status, number).toBe(302);
    }
    const other = await newRequest();
    expect((await fetch(`${other.receipt}/files/1`, { redirect: 'manual' })).status).toBe(302);
  });

  test.each([
    ['HTML', { name: 'offer.pdf', bytes: Buffer.from('<!DOCTYPE html><script>alert(1)</script>') }],
    ['SVG', { name: 'plan.png', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>') }],
    ['an empty file', { name: 'offer.pdf', bytes: Buffer.alloc(0) }],
  ])('are refused if one is %s: none is sent or stored, and the text is kept', async (_name, file) => {
    const { receipt, desk } = await newRequest();
    const before = (await site.storedFiles()).length;
    const good = { name: 'good.pdf', bytes: pdf(500, 3) };
    const page = await readPage(await atDesk(desk, { intent: 'send', text: 'Our offer' }, [good, file]));
    expect(page.status).toBe(400);
    expect(page.text).toContain(file.name);
    expect(page.document.querySelector('#send-text')?.textContent).toContain('Our offer');
    expect((await site.storedFiles()).length).toBe(before);
    expect((await get(receipt)).document.querySelector('article')).toBeNull();
  });

  test('are not accepted without a session, or in a form from another session', async () => {
    const { receipt, desk } = await newRequest();
    const before = await site.storedFiles();
    const files = [{ name: 'offer.pdf', bytes: pdf() }];
    const body = () => formData({ intent: 'send', version: '0', token: 'x' }, files);
    const anonymous = await fetch(`${site.url}${desk}/send`, { method: 'POST', body: body(), redirect: 'manual' });
    expect(anonymous.status).toBe(303);
    const foreign = await fetch(`${site.url}${desk}/send`, {
      method: 'POST',
      body: body(),
      headers: { Cookie: cookie },
    });
    expect(foreign.status).toBe(403);
    expect(await site.storedFiles()).toEqual(before);
    expect((await get(receipt)).document.querySelector('article')).toBeNull();
  });
});

describe('a sent link', () => {
  test('is shown once, with a WhatsApp message that contains nothing but the reference and the link', async () => {
    const { desk, reference } = await newRequest({}, 'ar');
    const { link, page } = await newLink(desk);
    expect(link).toMatch(new RegExp(`^${site.url}/ar/open/[\\w-]{22}$`));
    const chat = new URL(
      page.document.querySelector('a[href^="https://wa.me/"][href*="text="]')?.getAttribute('href') ?? '',
    );
    expect(chat.pathname).toBe('/966501234567');
    expect(chat.searchParams.get('text')).toContain(link);
    expect(chat.searchParams.get('text')).toContain(reference);
    expect(chat.searchParams.get('text')).not.toMatch(/Ahmad|4567|RUH|MUC/);
    expect((await openDesk(desk)).html).not.toContain(link);
    expect(await contentOfDatabase()).not.toContain(link.slice(-22));
  });

  test.each(languageCodes)('changes nothing when it is opened, in %s', async (language) => {
    const { link } = await newLink((await newRequest({}, language)).desk);
    const before = await contentOfDatabase();
    for (const method of ['GET', 'HEAD', 'GET', 'GET', 'GET', 'GET']) {
      const response = await fetch(link, { method });
      expect(response.status).toBe(200);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
    expect(await contentOfDatabase()).toBe(before);
  });

  test.each(['4567', '٤٥٦٧', '۴۵۶۷', '４５６７', '+966 50 123 4567'])(
    'opens the page with the digits %s, for 30 days',
    async (digits) => {
      const { desk, reference, receipt } = await newRequest();
      const { link } = await newLink(desk);
      const opened = await post(link, { digits });
      expect(opened.status).toBe(303);
      const own = opened.headers.get('Location') ?? '';
      expect(own).not.toBe(receipt);
      expect((await get(own)).text).toContain(reference);
      await siteRows(
        site,
        'update receipts set expires_at = ? where token_hash = ?',
        Date.now() - 1,
        hash(own.split('/').pop() ?? ''),
      );
      const expired = await get(own);
      expect([expired.status, expired.heading]).toEqual([410, en.closed.title]);
      expect(expired.document.querySelector('main a[href^="tel:"]')).not.toBeNull();
      for (const path of ['/sheet', '/delete']) expect((await get(own + path)).status).toBe(410);
      expect((await post(`${own}/delete`, {})).status).toBe(303);
      expect((await get(receipt)).status).toBe(200);
    },
  );

  test('closes after the fifth attempt with wrong digits', async () => {
    const { link } = await newLink((await newRequest()).desk);
    for (let left = 4; left > 0; left -= 1) {
      const wrong = await readPage(await post(link, { digits: '1234' }));
      expect(wrong.status).toBe(400);
      expect(wrong.text).toContain(en.open.wrong.replace('{{count}}', String(left)));
      expect(wrong.html).not.toContain('4567');
    }
    expect((await post(link, { digits: '1234' })).status).toBe(410);
    const right = await readPage(await post(link, { digits: '4567' }));
    expect([right.status, right.heading]).toEqual([410, en.closed.title]);
    expect((await get(link)).status).toBe(410);
  });

  test.each(languageCodes)(
    'asks again for fewer than four digits, and takes off no attempt, in %s',
    async (language) => {
      const { link } = await newLink((await newRequest({}, language)).desk);
      const texts = { ar, en }[language].open;
      expect((await get(link)).document.querySelector('input[name=digits]')?.getAttribute('maxlength')).toBe('40');
      for (let count = 0; count < 6; count += 1) {
        const page = await readPage(await post(link, { digits: count % 2 === 0 ? '456' : '٤٥' }));
        expect(page.status).toBe(400);
        expect(page.text).toContain(texts.incomplete);
      }
      const wrong = await readPage(await post(link, { digits: '+966 50 123 4568' }));
      expect(wrong.text).toContain(texts.wrong.replace('{{count}}', '4'));
      expect((await post(link, { digits: '4567' })).status).toBe(303);
    },
  );

  test.each(['ar', 'de', 'en'] as const)(
    'whose attempts are used up is reported at the desk until there is a new one, in %s',
    async (language) => {
      await siteRows(site, 'update desk_people set language = ?', language);
      const { desk } = await newRequest();
      const { link } = await newLink(desk);
      const line = fill(deskTexts[language].family.usedUp, { count: 1 });
      expect((await openDesk(desk)).text).not.toContain(line);
      for (let attempt = 0; attempt < 5; attempt += 1) await post(link, { digits: '1234' });
      expect((await openDesk(desk)).text).toContain(line);
      const { link: newer, page } = await newLink(desk);
      expect(page.text).not.toContain(line);
      expect((await post(newer, { digits: '4567' })).status).toBe(303);
    },
  );

  test('no longer opens after the desk has created a newer one, but the page that it has opened does', async () => {
    const { desk } = await newRequest();
    const { link: older } = await newLink(desk);
    const own = (await post(older, { digits: '4567' })).headers.get('Location') ?? '';
    const { link: newer } = await newLink(desk);
    expect((await get(older)).status).toBe(410);
    expect((await post(older, { digits: '4567' })).status).toBe(410);
    expect((await post(own, { kind: 'documents' }, [{ name: 'late.pdf', bytes: pdf(500, 4) }])).status).toBe(303);
    expect((await get(own)).text).toContain('late.pdf');
    expect((await post(newer, { digits: '4567' })).status).toBe(303);
    await atDesk(desk, { intent: 'withdraw' });
    for (const address of [own, newer]) expect((await get(address)).status).toBe(410);
  });

  test('closes when it has expired', async () => {
    const { link } = await newLink((await newRequest()).desk);
    await siteRows(
      site,
      'update sent_links set expires_at = ? where token_hash = ?',
      Date.now() - 1,
      hash(link.slice(-22)),
    );
    expect((await get(link)).status).toBe(410);
    expect((await post(link, { digits: '4567' })).status).toBe(410);
  });

  test.each(['the desk', 'the family'])(
    'closes when %s withdraws it, and so does the page that it has opened',
    async (who) => {
      const { desk, receipt } = await newRequest();
      const { link } = await newLink(desk);
      const own = (await post(link, { digits: '4567' })).headers.get('Location') ?? '';
      const withdrawn =
        who === 'the desk' ? await atDesk(desk, { intent: 'withdraw' }) : await post(receipt, { kind: 'withdraw' });
      expect(withdrawn.status).toBe(303);
      expect((await get(link)).status).toBe(410);
      expect((await get(own)).status).toBe(410);
      expect((await post(own, { kind: 'answer', text: 'too late' })).status).toBe(303);
      expect((await get(receipt)).status).toBe(200);
      expect((await get(receipt)).text).not.toContain('too late');
    },
  );

  test('is not found if it is unknown', async () => {
    const link = `${site.url}/en/open/AAAAAAAAAAAAAAAAAAAAAA`;
    expect((await get(link)).status).toBe(404);
    expect((await post(link, { digits: '4567' })).status).toBe(404);
  });
});

describe('a page that a sent link has opened', () => {
  /** The fields that the forms of a page send. */
  const fieldsOf = (page: Page) =>
    page.document.querySelectorAll('main form').map((form) => ({
      address: form.getAttribute('action'),
      fields: Object.fromEntries(
        form
          .querySelectorAll('input, textarea, select, button')
          .map((control) => [control.getAttribute('name') ?? '', control.getAttribute('value') ?? '']),
      ),
    }));
  const contactOf = async (reference: string) => {
    const [row] = await siteRows(site, 'select fields from enquiries where reference = ?', reference.replace('-', ''));
    const { name, phone, email } = JSON.parse(String(row?.fields)) as Record<string, string>;
    return { name, phone, email };
  };

  test('changes no contact details, with any form of the page and at any address below it', async () => {
    const thief = { name: 'A thief', phone: '+966 50 999 9999', email: 'thief@example.org', wants_mail: 'on' };
    // Below the address of a receipt, as built.
    const below = everyRoute
      .filter(({ id, postStatus }) => id.startsWith('routes/$lang.requests.$token') && postStatus !== 405)
      .map(({ paths: [path = ''] }) => path.replace(/^\/\w+\/requests\/\w+/, ''));
    expect(below).toEqual(expect.arrayContaining(['', '/delete']));
    // With a question of the desk and without one, the page has different forms.
    for (const isAsked of [false, true]) {
      const { receipt, desk, reference } = await newRequest();
      if (isAsked) await atDesk(desk, { intent: 'ask', text: '?' });
      const { link } = await newLink(desk);
      const own = (await post(link, { digits: '4567' })).headers.get('Location') ?? '';
      const before = await contactOf(reference);
      // Those of the first address include the form for contact details.
      const forms = [await get(receipt), await get(own)].flatMap(fieldsOf);
      expect(forms.some(({ fields }) => 'phone' in fields)).toBe(true);
      expect(fieldsOf(await get(own)).some(({ fields }) => 'phone' in fields || 'email' in fields)).toBe(false);
      const kinds = new Set(forms.map(({ fields }) => fields.kind ?? ''));
      expect([...kinds].sort()).toEqual([isAsked ? 'answer' : 'documents', 'details', 'mail', 'withdraw'].sort());
      for (const path of below.filter((address) => address !== '/delete')) {
        for (const kind of ['', 'unknown', ...[...kinds].filter((name) => name !== 'withdraw'), 'withdraw']) {
          for (const { fields } of forms) {
            const response = await post(own + path, { ...fields, ...thief, kind });
            expect(response.status, `${path} ${kind}`).toBeLessThan(500);
            expect(await contactOf(reference), `${path} ${kind}`).toEqual(before);
          }
        }
      }
      expect((await get(own)).status, 'withdrawing comes last').toBe(410);
      expect((await post(`${own}/delete`, thief)).status).toBe(303);
      expect(await contactOf(reference)).toEqual(before);
      // The same form at the first address does change them.
      const corrected = { kind: 'details', name: 'Ahmad bin Ali', phone: '+966 55 777 7777', email: 'new@example.org' };
      expect((await post(receipt, corrected)).status).toBe(303);
      expect(await contactOf(reference)).toMatchObject({ name: 'Ahmad bin Ali', phone: '+966557777777' });
    }
  });

  test.each(languageCodes)('says who can change them, and that nothing was changed, in %s', async (language) => {
    const texts = { ar, en }[language];
    const { receipt, desk } = await newRequest({}, language);
    const { link } = await newLink(desk);
    const own = (await post(link, { digits: '4567' })).headers.get('Location') ?? '';
    const page = await get(own);
    expect(page.text).toContain(texts.details.sent_link);
    expect(page.text).not.toContain(texts.details.open);
    const changes = page.document.querySelector('section[aria-labelledby=changes-heading]');
    expect(changes?.querySelector('a[href^="tel:"]')).not.toBeNull();
    expect((await get(receipt)).text).not.toContain(texts.details.sent_link);
    const refused = await readPage(
      await post(own, { kind: 'details', name: 'A thief', phone: '+966 50 999 9999', email: 'thief@example.org' }),
    );
    expect(refused.status).toBe(403);
    expect(refused.document.querySelector('[role=alert]')?.textContent).toContain(
      { ar: arForms, en: enForms }[language].form.sent_link,
    );
  });

  test('still takes an answer, documents and the choice of emails', async () => {
    const { desk, reference } = await newRequest();
    await atDesk(desk, { intent: 'ask', text: '?' });
    const { link } = await newLink(desk);
    const own = (await post(link, { digits: '4567' })).headers.get('Location') ?? '';
    expect((await post(own, { kind: 'mail', wants_mail: 'on' })).status).toBe(303);
    expect((await post(own, { kind: 'answer', text: 'from the link' })).status).toBe(303);
    const page = await get(own);
    expect(page.text).toContain('from the link');
    expect(page.document.querySelector('input[name=wants_mail]')?.hasAttribute('checked')).toBe(true);
    expect(page.title).toContain(reference);
  });
});

describe('email to the family', () => {
  test('is not offered without an address, until the family adds one', async () => {
    const sent = await post(`${site.url}/en/call-back`, { phone: '+966 55 000 0001', when: 'now' });
    const receipt = sent.headers.get('Location') ?? '';
    const { heading } = en.mail;
    expect((await get(receipt)).text).not.toContain(heading);
    const added = { kind: 'details', phone: '+966 55 000 0001', email: 'a@b.example' };
    expect((await post(receipt, added)).status).toBe(303);
    expect((await get(receipt)).text).toContain(heading);
  });

  test('is not linked at the desk for a request without an address; the number stands in for a missing name', async () => {
    const sent = await post(`${site.url}/en/call-back`, { phone: '+966 55 000 0002', when: 'time', time: '10:30' });
    expect(sent.status).toBe(303);
    const list = await openDesk('/desk/requests?show=all');
    const link = list.document.querySelectorAll('main li a').find(({ text }) => text === '+966550000002');
    const request = await openDesk(link?.getAttribute('href') ?? '');
    expect(request.text).toContain('at 10:30 (Saudi Arabia Time)');
    expect(request.text).toContain('(Germany Time)');
    expect(request.document.querySelectorAll('dt').map(({ textContent }) => textContent)).not.toContain('Name');
    expect(request.document.querySelector('a[href^="mailto:"]')).toBeNull();
    expect(request.text).not.toContain('undefined');
  });

  const waitForEmails = (count: number, to: string) =>
    expect.poll(() => mailServer.received.filter(({ recipients }) => recipients.includes(to)).length).toBe(count);

  test('is off by default; once on, it brings the link and news, and nothing from the request but its reference', async () => {
    const email = 'family.of.ahmad@example.org';
    const { receipt, desk, reference } = await newRequest({ email, phone: '+966 50 123 4567' });
    expect((await get(receipt)).document.querySelector('input[name=wants_mail]')?.hasAttribute('checked')).toBe(false);
    await atDesk(desk, { intent: 'ask', text: 'before it was wanted' });
    await post(receipt, { kind: 'mail', wants_mail: 'on' });
    await post(receipt, { kind: 'mail', wants_mail: 'on' });
    await waitForEmails(1, email);
    expect((await get(receipt)).document.querySelector('input[name=wants_mail]')?.hasAttribute('checked')).toBe(true);
    await atDesk(desk, { intent: 'ask', text: 'Is the patient ventilated?' });
    await waitForEmails(2, email);
    // Each link opens, whichever of the emails the family finds first.
    for (const { email: mail, raw } of mailServer.received.filter(({ recipients }) => recipients.includes(email))) {
      expect(mail.subject).toContain(reference);
      const link = /http:\S+\/open\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
      // The random link and reference may contain any short word.
      const withoutAddresses = [mail.subject, mail.text, mail.html, mail.from?.name]
        .join('\n')
        .replace(/http:[^\s"<]+/g, '')
        .split(reference)
        .join('');
      expect(withoutAddresses).not.toContain(link.split('/open/')[1]);
      expect(withoutAddresses).not.toMatch(
        /ahmad|riyadh|ruh|muc|2031|4567|ventilated|medical|patient|hospital|flight/i,
      );
      expect(raw).not.toContain('Content-Disposition: attachment');
      const opened = await post(link, { digits: '4567' });
      expect((await get(opened.headers.get('Location') ?? '')).text).toContain(reference);
    }
    await post(receipt, { kind: 'mail' });
    await atDesk(desk, { intent: 'close', reason: 'arranged' });
    const after = await newRequest({ email });
    await post(after.receipt, { kind: 'mail', wants_mail: 'on' });
    await waitForEmails(3, email);
    expect(site.log.join('\n')).not.toMatch(/family\.of\.ahmad|\/open\/[\w-]{22}/);
  });

  const notTold = async (desk: string) => (await openDesk(desk)).text.includes('has not been told yet');

  test('is limited to five a day for one address; the desk sees who has not been told', async () => {
    const email = 'flooded@example.org';
    const requests = [];
    for (let number = 0; number < 6; number += 1) {
      const request = await newRequest({ email });
      await post(request.receipt, { kind: 'mail', wants_mail: 'on' });
      requests.push(request);
    }
    await waitForEmails(5, email);
    await expect.poll(() => site.log.join('\n')).toContain('too many emails to one address');
    await waitForEmails(5, email);
    const told = await Promise.all(requests.map(({ desk }) => notTold(desk)));
    expect(told.filter(Boolean)).toHaveLength(1);
  });

  test('waits if one network asks for too many; the desk sees it', async () => {
    const last = { email: '', desk: '' };
    await waitFor(async () => {
      last.email = `stranger.${randomUUID()}@example.org`;
      const request = await newRequest({ email: last.email });
      last.desk = request.desk;
      await post(request.receipt, { kind: 'mail', wants_mail: 'on' });
      return site.log.join('\n').includes('too many emails for one network');
    });
    await expect.poll(() => notTold(last.desk)).toBe(true);
    const strangers = mailServer.received.filter(({ recipients }) => recipients.join().includes('stranger'));
    expect(strangers.length).toBeLessThan(10);
    expect(mailServer.received.flatMap(({ recipients }) => recipients)).not.toContain(last.email);
  });
});
