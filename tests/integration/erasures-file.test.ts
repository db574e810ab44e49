import { mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskTexts } from '../../app/desk/texts/desk-texts.ts';
import { type FormLanguage, pathIn } from '../../app/i18n/languages.ts';
import enCommon from '../../locales/en/common.json' with { type: 'json' };
import ruCommon from '../../locales/ru/common.json' with { type: 'json' };
import { joinAs, withDatabase } from '../support/desk-people.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';

// No page says that a request is erased before the erasures file does, whatever fails in between.

let folder: string;
let site: Site;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'erasures-file-'));
  const files = { FILES_URL: `file:${join(folder, 'files')}`, ERASURES_FILE: join(folder, 'erasures.txt') };
  site = await startSite({ env: { ...files, DESK: 'inbox' } });
});
afterAll(() => site.close());

/** Sends a request with a file. */
async function sendRequest(
  language: FormLanguage = 'en',
): Promise<{ receipt: string; reference: string; storageKey: string }> {
  const fields = validRequest();
  const response = await fetch(site.url + pathIn(language, '/services/evacuation'), {
    method: 'POST',
    body: formData(fields, [{ name: 'report.pdf', bytes: pdf(900, 9) }]),
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  const [row] = await siteRows(
    site,
    `SELECT reference, storage_key FROM enquiries JOIN attachments ON enquiry_id = enquiries.id WHERE fields LIKE ?`,
    `%${JSON.stringify(fields.name)}%`,
  );
  const { reference, storage_key: storageKey } = row as { reference: string; storage_key: string };
  return { receipt: response.headers.get('Location') ?? '', reference, storageKey };
}

/** Makes deleting a file fail: a folder has its name. */
async function protect(storageKey: string): Promise<void> {
  await rm(join(folder, 'files', storageKey));
  await mkdir(join(folder, 'files', storageKey));
}

const erase = (receipt: string) => fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });

/** Makes writing the erasures file fail: a folder has its name. */
async function breakFile(): Promise<void> {
  await rm(join(folder, 'erasures.txt'), { force: true });
  await mkdir(join(folder, 'erasures.txt'));
}

const repairFile = () => rmdir(join(folder, 'erasures.txt'));

/** Returns the references in the erasures file. */
async function recorded(): Promise<string[]> {
  const text = await readFile(join(folder, 'erasures.txt'), 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.slice(0, 9).replace('-', ''));
}

/** Erases a request at the desk, as somebody who has just signed in. */
async function eraseAtDesk(reference: string): Promise<Response> {
  const token = await withDatabase(site, async (database) => {
    const now = Date.now();
    return (await joinAs(database, { name: `Lead ${reference}`, role: 'lead' }, now)).session(database, now);
  });
  const headers = { Cookie: `desk=${token ?? ''}`, Origin: site.url };
  const account = await (await fetch(`${site.url}/desk/account`, { headers })).text();
  const formToken = /name="token" value="([^"]+)"/.exec(account)?.[1] ?? '';
  const body = new URLSearchParams({ token: formToken, intent: 'erase', reference });
  return fetch(`${site.url}/desk/person`, { method: 'POST', headers, body, redirect: 'manual' });
}

describe.each([
  {
    who: 'the visitor',
    eraseRequest: ({ receipt }: { receipt: string }) => erase(receipt),
    title: enCommon.problem.erasure_unrecorded.title,
  },
  {
    who: 'a lead',
    eraseRequest: ({ reference }: { reference: string }) => eraseAtDesk(reference),
    title: deskTexts.en.person.unrecordedTitle,
  },
])('an erasure by $who', ({ eraseRequest, title }) => {
  test('is in the erasures file even if files could not be deleted', async () => {
    const sent = await sendRequest();
    await protect(sent.storageKey);
    expect((await eraseRequest(sent)).status).toBe(500);
    expect(await recorded()).toContain(sent.reference);
    expect((await fetch(sent.receipt)).status).toBe(410);
  });

  test('is not confirmed while the erasures file cannot be written', async () => {
    const sent = await sendRequest();
    await breakFile();
    const page = await readPage(await eraseRequest(sent));
    expect([page.status, page.heading]).toEqual([503, title]);
    for (const path of ['', '/delete', '/sheet']) {
      const receipt = await readPage(await fetch(sent.receipt + path));
      expect([receipt.status, receipt.heading]).toEqual([503, enCommon.problem.erasure_unrecorded.title]);
    }
    await repairFile();
    expect((await fetch(sent.receipt)).status).toBe(410);
    expect(await recorded()).toContain(sent.reference);
  });
});

test('a visitor reads in their language that the erasure is not complete, and can repeat it', async () => {
  const { receipt } = await sendRequest('ru');
  const question = await readPage(await fetch(`${receipt}/delete`));
  const address = new URL(question.document.querySelector('main form')?.getAttribute('action') ?? '', site.url).href;
  const eraseAgain = () => fetch(address, { method: 'POST', redirect: 'manual' });
  const texts = ruCommon.problem.erasure_unrecorded;
  await breakFile();
  for (const attempt of [1, 2]) {
    const page = await readPage(await eraseAgain());
    expect([attempt, page.status, page.heading, page.headers.get('Retry-After')]).toEqual([
      attempt,
      503,
      texts.title,
      '30',
    ]);
    expect(page.text).toContain(texts.text);
  }
  await repairFile();
  const repeated = await eraseAgain();
  expect(repeated.status).toBe(303);
  const receiptPage = await readPage(await fetch(repeated.headers.get('Location') ?? ''));
  expect([receiptPage.status, receiptPage.document.querySelector('html')?.getAttribute('lang')]).toEqual([410, 'ru']);
});

test('an erasure that a killed process has not recorded is recorded before a receipt shows it', async () => {
  const { receipt, reference } = await sendRequest();
  expect((await erase(receipt)).status).toBe(303);
  // Leaves what a process leaves that dies between erasing and writing.
  await rm(join(folder, 'erasures.txt'));
  await siteRows(site, 'UPDATE enquiries SET erasure_noted = 0 WHERE reference = ?', reference);
  expect((await fetch(receipt)).status).toBe(410);
  expect(await recorded()).toContain(reference);
});
