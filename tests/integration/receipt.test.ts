import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSentLink } from '../../app/enquiries/correspondence/sent-links.server.ts';
import { reportableStates } from '../../app/enquiries/progress/progress.ts';
import { readEnquiry } from '../../app/enquiries/store/read-enquiry.server.ts';
import { formatTimestampInBerlin } from '../../app/i18n/format/dates.ts';
import { type FormLanguage, type Language, languageCodes } from '../../app/i18n/languages.ts';
import en from '../../locales/en/receipt.json' with { type: 'json' };
import { withDatabase } from '../support/desk-people.ts';
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, send, type SentFile, validRequest } from '../support/evacuation-request.ts';
import { formNamed } from '../support/every-form.ts';
import { docx, jpeg, pdf } from '../support/medical-files.ts';
import { type Page, readPage } from '../support/page.ts';
import { siteRows } from '../support/site-rows.ts';
import { inEach } from '../support/translations.ts';

const callbackToken = 'callback-token-0123456789-abcdefgh';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { API_CALLBACK_TOKEN: callbackToken } });
});
afterAll(() => enquirySite.close());
afterEach(() => enquirySite.api.setBehaviour('ok'));

/** Sends a request. @returns its fields and the address of its receipt */
async function sendRequest(files: SentFile[] = [], language: Language = 'en') {
  const fields = validRequest();
  const response = await send(enquirySite.site, fields, files, language);
  expect(response.status).toBe(303);
  return { fields, name: fields.name ?? '', receipt: response.headers.get('Location') ?? '' };
}

const post = (address: string, fields: Record<string, string> = {}, files: SentFile[] = []) =>
  fetch(address, { method: 'POST', body: formData(fields, files), redirect: 'manual' });
const addDocuments = (receipt: string, files: SentFile[]) => post(receipt, { kind: 'documents' }, files);
const correct = (receipt: string, details: Record<string, string>) => post(receipt, { kind: 'details', ...details });

/** Follows the redirect after a submission, with the cookie that came with it. */
async function follow(response: Response) {
  expect(response.status).toBe(303);
  const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  return readPage(await fetch(response.headers.get('Location') ?? '', { headers: { Cookie: cookie } }));
}

test('of thirteen attempts with wrong digits at once, five are checked', async () => {
  const { receipt } = await sendRequest();
  const link = await withDatabase(enquirySite.site, async (database) => {
    const key = { receiptToken: receipt.split('/').pop() ?? '' };
    const id = (await readEnquiry(database, key))?.enquiry.id ?? '';
    const token = await database.transaction().execute((transaction) => createSentLink(transaction, id, Date.now()));
    return `${enquirySite.site.url}/en/open/${token}`;
  });
  expect((await post(link, { digits: '+966 50 123' })).status, 'the last four of a number').toBe(400);
  expect((await post(link, { digits: '123' })).status, 'too few to count').toBe(400);
  const typed = Array.from({ length: 13 }, (_, index) => `${1111 + index}`);
  const statuses = await Promise.all(typed.map(async (digits) => (await post(link, { digits })).status));
  expect(statuses.sort()).toEqual([...Array<number>(3).fill(400), ...Array<number>(10).fill(410)]);
  const [row] = await siteRows(enquirySite.site, 'select max(wrong_attempts) as wrong from sent_links');
  expect(Number(row?.wrong)).toBe(5);
  expect((await post(link, { digits: '4567' })).status).toBe(410);
});

describe('documents added later', () => {
  test.each(languageCodes)('reach the desk as an addition to the same reference, in %s', async (language) => {
    const { name, receipt } = await sendRequest([{ name: 'first.pdf', bytes: pdf(500, 1) }], language);
    const later = [
      { name: 'تقرير لاحق.pdf', bytes: pdf(900, 2) },
      { name: 'x-ray.jpg', bytes: jpeg },
    ];
    const page = await follow(await addDocuments(receipt, later));
    expect(page.document.querySelector('main > [role=status]')?.textContent).toBeTruthy();
    for (const file of ['first.pdf', ...later.map((document) => document.name)]) expect(page.text).toContain(file);

    const [first, second, ...more] = enquirySite.acceptedFor(name);
    expect(more).toEqual([]);
    const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(page.title)?.[0] ?? '';
    expect(second?.files.map((file) => file.name)).toEqual(later.map((document) => document.name));
    expect(fieldsOf(second)).toMatchObject({ name, message: `further documents for ${reference}` });
    expect(second?.path).toBe(first?.path);
    expect([first?.reference, second?.reference]).toEqual([reference, reference]);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  test('sent twice are stored once', async () => {
    const { name, receipt } = await sendRequest([{ name: 'first.pdf', bytes: pdf(500, 1) }]);
    const later = [{ name: 'later.pdf', bytes: pdf(900, 2) }];
    await Promise.all([addDocuments(receipt, later), addDocuments(receipt, later)]);
    await follow(await addDocuments(receipt, [...later, { name: 'copy of first.pdf', bytes: pdf(500, 1) }]));
    expect(enquirySite.acceptedFor(name).map(({ files }) => files.length)).toEqual([1, 1]);
    const page = await readPage(await fetch(receipt));
    expect(page.document.querySelector('main')?.textContent.split('later.pdf')).toHaveLength(2);
  });

  test('of the wrong type are named, and the valid ones are kept for the next attempt', async () => {
    const { name, receipt } = await sendRequest();
    const page = await readPage(
      await addDocuments(receipt, [
        { name: 'good.pdf', bytes: pdf(500, 3) },
        { name: 'letter.docx', bytes: docx() },
      ]),
    );
    expect(page.status).toBe(400);
    expect(page.errors.map(({ text }) => text).join()).toContain('letter.docx');
    await follow(await post(receipt, { kind: 'documents', draft: page.value('draft') ?? '' }));
    expect(enquirySite.acceptedFor(name)[1]?.files.map((file) => file.name)).toEqual(['good.pdf']);
  });

  test('are required, so a form without any is rejected', async () => {
    const { receipt } = await sendRequest();
    const page = await readPage(await addDocuments(receipt, []));
    expect(page.status).toBe(400);
    expect(page.document.querySelector('[role=alert]')?.textContent).toContain('choose at least one document');
  });

  test('wait while the desk is down, and are delivered after the request itself', async () => {
    enquirySite.api.setBehaviour('error');
    const fields = validRequest();
    const failed = await readPage(await send(enquirySite.site, fields));
    const path = failed.document.querySelector('[role=alert] a[href*="/requests/"]')?.getAttribute('href') ?? '';
    const page = await follow(
      await addDocuments(enquirySite.site.url + path, [{ name: 'later.pdf', bytes: pdf(500, 4) }]),
    );
    expect(page.text).toContain(en.later.waiting);
    enquirySite.api.setBehaviour('ok');
    await expect.poll(() => enquirySite.acceptedFor(fields.name ?? '').length).toBe(2);
    expect(enquirySite.acceptedFor(fields.name ?? '').map(({ files }) => files.length)).toEqual([0, 1]);
  });

  test('are limited in number', async () => {
    const { receipt } = await sendRequest();
    for (let number = 1; number < 20; number += 1) {
      await follow(await addDocuments(receipt, [{ name: `${number}.pdf`, bytes: pdf(300, number + 20) }]));
    }
    const page = await readPage(await addDocuments(receipt, [{ name: 'one more.pdf', bytes: pdf(300, 50) }]));
    expect(page.status).toBe(400);
    expect(page.document.querySelector('[role=alert]')?.textContent).toContain('Nothing more can be added');
  });
});

describe('contact details', () => {
  test('can be corrected on the receipt, and are sent to the desk', async () => {
    const { name, receipt } = await sendRequest();
    const details = { name: `${name} bin Ali`, phone: '٠٠٩٦٦ ٥٥ ٧٧٧ ٧٧٧٧', email: 'new@b.example' };
    const page = await follow(await correct(receipt, details));
    expect(page.text).toContain('new@b.example');
    expect(page.text).toContain('00966557777777');
    const [call] = enquirySite.acceptedFor(details.name);
    expect(fieldsOf(call)).toMatchObject({ phone: '00966557777777', email: 'new@b.example' });
    expect(fieldsOf(call).message).toMatch(/^corrected contact details of [0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(call?.files).toEqual([]);
  });

  test('that are invalid are reported beside their field, which keeps the input', async () => {
    const { name, receipt } = await sendRequest();
    const page = await readPage(await correct(receipt, { name, phone: '12', email: 'x@y.example' }));
    expect(page.status).toBe(400);
    expect(page.errors.map(({ target }) => target)).toEqual(['#details-phone']);
    expect(page.document.querySelector('#details-phone')?.getAttribute('value')).toBe('12');
    expect(page.document.querySelector('details:has(#details-phone)')?.hasAttribute('open')).toBe(true);
  });

  test('that are unchanged are not sent', async () => {
    const { name, receipt } = await sendRequest();
    await follow(await correct(receipt, { name, phone: '+966501234567', email: 'ahmad@example.com' }));
    expect(enquirySite.acceptedFor(name)).toHaveLength(1);
  });
});

describe('the progress of a request', () => {
  const languages = ['ar', 'en', 'ru'] as const satisfies FormLanguage[];
  const texts = inEach(languages, ({ receipt }) => receipt);

  /** Sends a request in a form language. @returns the address of its receipt, and a function that reports its events */
  async function sendIn(language: FormLanguage) {
    const path = `/${language === 'ar' ? 'ar' : 'en'}/medical-flight/air-ambulance${language === 'ru' ? '?wording=ru' : ''}`;
    const fields = formNamed('medical flight by ground-ambulance').valid();
    const response = await post(enquirySite.site.url + path, fields);
    expect(response.status).toBe(303);
    const reference = enquirySite.acceptedFor(fields.name ?? '')[0]?.reference ?? '';
    const report = async (state: string, at?: number) => {
      const { status } = await fetch(`${enquirySite.site.url}/api/requests/${reference}/status`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${callbackToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ state, ...(at !== undefined && { at: new Date(at).toISOString() }) }),
      });
      expect(status).toBe(200);
    };
    return { receipt: response.headers.get('Location') ?? '', report };
  }

  const sectionNamed = (page: Page, heading: string) =>
    page.document.querySelectorAll('main section').find((section) => section.querySelector('h2')?.text === heading);

  test.each(languages)('is listed with its times, below the newest event, in %s', async (language) => {
    const t = texts[language];
    const { receipt, report } = await sendIn(language);
    const before = await readPage(await fetch(receipt));
    expect(sectionNamed(before, t.progress.heading)).toBeUndefined();
    expect(before.text).toContain(t.state.delivered);
    expect(before.text).toContain(t.next_read);

    const now = Date.now();
    await report('called', now + 60_000);
    // Reported late: it happened before the call.
    await report('read', now);
    const page = await readPage(await fetch(receipt));
    const rows = sectionNamed(page, t.progress.heading);
    expect(rows?.querySelectorAll('dd').map(({ text }) => text)).toEqual([
      t.progress.received,
      t.progress.event.read,
      t.progress.event.called,
    ]);
    const times = rows?.querySelectorAll('dt').map(({ text }) => text) ?? [];
    for (const [index, at] of [now, now + 60_000].entries()) {
      expect(times[index + 1]).toBe(t.german_time.replace('{{moment}}', formatTimestampInBerlin(at, language)));
    }
    expect(sectionNamed(page, t.reference)?.text).toContain(t.progress.now.called);
    expect(page.text).not.toContain(t.state.delivered);
    expect(page.text).not.toContain(t.next_read);
    expect(rows?.closest('[lang]')?.getAttribute('lang')).toBe(language);
  });

  test.each(languages)('is described for every state, in %s', async (language) => {
    const t = texts[language];
    const { receipt, report } = await sendIn(language);
    for (const state of reportableStates) {
      await report(state);
      const page = await readPage(await fetch(receipt));
      expect(sectionNamed(page, t.reference)?.text).toContain(t.progress.now[state]);
      // Once the request has been answered, no next step is announced.
      expect(page.text.includes(t.next)).toBe(state !== 'answered' && state !== 'closed');
    }
    expect(enquirySite.site.log.filter((line) => line.includes(callbackToken))).toEqual([]);
  });

  test('is erased with the request', async () => {
    const { receipt, report } = await sendIn('en');
    await report('called');
    await fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });
    const page = await readPage(await fetch(receipt));
    expect(page.status).toBe(410);
    expect(page.text).not.toContain(en.progress.event.called);
  });
});

describe('the sheet for the hospital at home', () => {
  test.each(languageCodes)('lists the required documents in %s and in German', async (language) => {
    const { receipt } = await sendRequest([], language);
    const page = await readPage(await fetch(`${receipt}/sheet`));
    expect(page.status).toBe(200);
    const german = page.document.querySelectorAll('main [lang=de]').map((element) => element.textContent);
    expect(german).toContain('Operationsberichte');
    expect(german).toContain('Die Unterlagen sollen nicht älter als 3 Monate sein.');
    expect(page.document.querySelectorAll('main li')).toHaveLength(5);
    expect(page.text).toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('"delete my data"', () => {
  test.each(languageCodes)('asks for confirmation, then deletes everything and says so, in %s', async (language) => {
    const { name, receipt } = await sendRequest([{ name: `secret-${language}.pdf`, bytes: pdf(4000, 9) }], language);
    await addDocuments(receipt, [{ name: `later-${language}.pdf`, bytes: pdf(4000, 10) }]);
    const before = await enquirySite.site.storedFiles();

    const confirmation = await readPage(await fetch(`${receipt}/delete`));
    expect(confirmation.status).toBe(200);
    expect(confirmation.heading).toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
    // Opening the confirmation page deletes nothing.
    expect((await fetch(receipt)).status).toBe(200);

    const deleted = await fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });
    expect([deleted.status, deleted.headers.get('Location')]).toEqual([303, receipt]);
    for (const address of [receipt, `${receipt}/delete`, `${receipt}/sheet`]) {
      const page = await readPage(await fetch(address));
      expect(page.status).toBe(410);
      expect(page.document.querySelector('main a[href^="tel:"]')).not.toBeNull();
      expect(page.html).not.toContain(name);
    }
    expect((await enquirySite.site.storedFiles()).length).toBe(before.length - 2);
    for (const word of [name, `secret-${language}.pdf`, `later-${language}.pdf`]) {
      // Remaining traces are overwritten every ten seconds.
      await expect.poll(() => filesContaining(enquirySite.site.dataDir, word)).toEqual([]);
    }
  });

  test('asks the desk to delete its copy', async () => {
    const { name, receipt } = await sendRequest();
    const reference = enquirySite.acceptedFor(name)[0]?.reference ?? '';
    await fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });
    const erasures = () =>
      enquirySite.api.received.filter((call) => fieldsOf(call).message === `please erase ${reference}`);
    await expect.poll(() => erasures().length).toBe(1);
    expect(fieldsOf(erasures()[0])).toEqual({ message: `please erase ${reference}` });
  });

  test('has the same result if repeated, or if another tab still sends documents', async () => {
    const { receipt } = await sendRequest();
    await fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });
    const again = await fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });
    expect(again.status).toBe(303);
    const before = await enquirySite.site.storedFiles();
    const late = await addDocuments(receipt, [{ name: 'late.pdf', bytes: pdf(500, 6) }]);
    expect(late.status).toBe(303);
    expect((await fetch(late.headers.get('Location') ?? '')).status).toBe(410);
    expect(await filesContaining(enquirySite.site.dataDir, 'late.pdf')).toEqual([]);
    expect((await enquirySite.site.storedFiles()).length).toBe(before.length);
  });

  test('is confirmed only once it is in the erasures file, even if a process died before writing it', async () => {
    const { receipt } = await sendRequest();
    const erase = () => fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });
    expect((await erase()).status).toBe(303);
    const file = join(enquirySite.site.dataDir, 'erasures.txt');
    const readLines = async () => (await readFile(file, 'utf8')).split('\n').sort();
    const lines = await readLines();
    expect(lines.length).toBeGreaterThan(1);
    // Leaves what a process leaves that dies between erasing and writing.
    await rm(file);
    await siteRows(enquirySite.site, 'UPDATE enquiries SET erasure_noted = 0 WHERE erased_at IS NOT NULL');
    expect((await erase()).status).toBe(303);
    expect(await readLines()).toEqual(lines);
  });
});

test('an unknown receipt is not found, on any of its pages', async () => {
  const unknown = `${enquirySite.site.url}/en/requests/AAAAAAAAAAAAAAAAAAAAAA`;
  for (const address of [unknown, `${unknown}/delete`, `${unknown}/sheet`]) {
    expect((await fetch(address)).status).toBe(404);
  }
  // A submission redirects to the receipt, which responds with 404.
  expect((await fetch(`${unknown}/delete`, { method: 'POST' })).status).toBe(404);
  expect((await addDocuments(unknown, [{ name: 'x.pdf', bytes: pdf(500) }])).status).toBe(303);
});

/** Lists the files in a folder whose raw bytes contain a text. */
async function filesContaining(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(paths.map(async (path) => ((await readFile(path)).includes(text) ? path : '')));
  return found.filter(Boolean);
}
