import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinAs, withDatabase } from '../support/desk-people.ts';
import { send, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
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
async function sendRequest(): Promise<{ receipt: string; reference: string; storageKey: string }> {
  const fields = validRequest();
  const response = await send(site, fields, [{ name: 'report.pdf', bytes: pdf(900, 9) }]);
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
  { who: 'the visitor', eraseRequest: ({ receipt }: { receipt: string }) => erase(receipt) },
  { who: 'a lead', eraseRequest: ({ reference }: { reference: string }) => eraseAtDesk(reference) },
])('an erasure by $who', ({ eraseRequest }) => {
  test('is in the erasures file even if files could not be deleted', async () => {
    const sent = await sendRequest();
    await protect(sent.storageKey);
    expect((await eraseRequest(sent)).status).toBe(500);
    expect(await recorded()).toContain(sent.reference);
    expect((await fetch(sent.receipt)).status).toBe(410);
  });
});
