import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../app/database/database.server.ts';
import { storeEnquiry } from '../../app/enquiries/store/store-enquiry.server.ts';
import { eraseEnquiry } from '../../app/retention/retention.server.ts';
import { openDiskStore } from '../../app/uploads/storage/disk-store.server.ts';
import { formData } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { createUpload, newToken, patch } from '../support/resumable-upload.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';

// Checks that erased data is gone from the disk, by searching every byte of the data folder while the site runs. Several
// hundred enquiries of all lengths are stored and erased, so that database pages split, merge and move.

const day = 24 * 60 * 60 * 1000;
const phone = '+966507712345';

let site: Site;
let database: Database;

beforeAll(async () => {
  site = await startSite();
  database = await openDatabase(join(site.dataDir, 'site.db'));
});
afterAll(async () => {
  await database.destroy();
  await site.close();
});

/** Sends a form with a marker in all input: text, name, email address, file name and file. */
async function send(marker: string, number: number, overrides: Record<string, string> = {}): Promise<Response> {
  const bytes = Buffer.concat([pdf(30_000, number), Buffer.from(`${marker} in a file. `.repeat(50))]);
  const fields = {
    ...{ name: `${marker} أحمد ${number}`, phone, email: `${marker}${number}@b.example` },
    ...{ message: `${marker} `.repeat(300), ...overrides },
  };
  const body = formData(fields, [{ name: `${marker} تقرير ${number}.pdf`, bytes }]);
  return fetch(`${site.url}/en/contact`, { method: 'POST', body, redirect: 'manual' });
}

/** Stores enquiries directly, with messages from less than one to several database pages long. */
async function storeEnquiries(marker: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const message = `${marker} `.repeat((number * 37) % 600);
    const fields = { name: `${marker} stored ${number}`, phone, email: `${marker}@b.example`, message };
    const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'x' };
    const stored = await storeEnquiry(database, enquiry, 'inbox', Date.now());
    ids.push(stored.id);
  }
  await database.updateTable('parcels').set({ state: 'delivered' }).execute();
  return ids;
}

/**
 * Lists the files in the data folder that contain a text, as UTF-8 or UTF-16; for the database, also the columns that do,
 * to distinguish remaining traces from existing rows.
 */
async function filesContaining(text: string): Promise<string[]> {
  const entries = await readdir(site.dataDir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  // The reserve only occupies space: no visitor's data is ever written to it.
  for (const entry of entries.filter((file) => file.isFile() && !file.name.endsWith('-reserve'))) {
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(emptyIfMissing);
    if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) found.push(entry.name);
  }
  return found.includes('site.db') ? [...found, ...(await columnsContaining(text))] : found;
}

async function columnsContaining(text: string): Promise<string[]> {
  const columns = new Set<string>();
  for (const { name: table } of await database.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(database);
    for (const [column, value] of rows.flatMap((row) => Object.entries(row)))
      if (typeof value === 'string' && value.includes(text)) columns.add(`${table}.${column}`);
  }
  return [...columns];
}

function emptyIfMissing(error: NodeJS.ErrnoException): Buffer {
  if (error.code !== 'ENOENT') throw error;
  return Buffer.alloc(0);
}

/** Lists the references of enquiries whose name contains a marker. */
async function referencesWith(marker: string): Promise<string[]> {
  const { output } = await runEnquiries(site, 'list');
  return output
    .split('\n')
    .filter((line) => line.includes(marker))
    .map((line) => line.slice(0, 9));
}

test('"erase" keeps an enquiry’s reference, kind, country and dates, and none of its content', async () => {
  await storeEnquiries('zqstay', 100);
  const ids = await storeEnquiries('zqdone', 200);
  for (const number of [1, 2, 3]) expect((await send('zqdone', number)).status).toBe(303);
  for (const number of [4, 5]) expect((await send('zqstay', number)).status).toBe(303);
  expect((await filesContaining('zqdone')).length).toBeGreaterThanOrEqual(4);
  const sent = await referencesWith('zqdone أحمد');
  expect(sent).toHaveLength(3);

  const files = openDiskStore(join(site.dataDir, 'files'));
  for (const id of ids) await eraseEnquiry(database, files, id, 'done', Date.now());
  await storeEnquiries('zqstay2', 50);
  for (const reference of sent)
    expect(await runEnquiries(site, 'erase', reference, '--yes')).toMatchObject({ code: 0 });

  expect(await filesContaining('zqdone')).toEqual([]);
  expect((await filesContaining('zqstay')).length).toBeGreaterThanOrEqual(3);
  const erased = await database.selectFrom('enquiries').selectAll().where('erased_at', 'is not', null).execute();
  expect(erased).toHaveLength(203);
  for (const row of erased) {
    expect(row).toEqual({
      ...{ id: row.id, reference: row.reference, kind: 'contact', received_at: row.received_at },
      ...{ erased_at: expect.any(Number) as number, erased_because: 'done' },
      ...{ fields: '{}', language: '', privacy_notice: '', may_be_automated: 0, taken_at: null },
      ...{ content_hash: null, sending_hash: null, alike: null, clock_behind: row.clock_behind },
      ...{ state: 'new', owner: null, case_version: 0, closed_at: null, closing_counts_from: null },
      ...{ call_again_at: null, call_announced: null, restricted_at: null, expiry_announced_at: null },
      ...{ wants_mail: 0, country: expect.stringMatching(/^(?:[A-Z]{2})?$/) as string },
      // Another process has erased the enquiry; the site notices that within the hour.
      erasure_noted: expect.any(Number) as number,
    });
  }
  expect(await database.selectFrom('draft_files').select('name').where('name', 'like', '%zqdone%').execute()).toEqual(
    [],
  );
});

test('a purge erases all content of expired enquiries and unsent forms', async () => {
  const unsent = await send('zqdraft', 6, { email: 'not an address' });
  expect(unsent.status).toBe(400);
  const upload = { draft: newToken(), name: 'zqdraft half.pdf', size: 90_000, rules: 'letter' };
  const partialFile = Buffer.concat([pdf(20_000), Buffer.from('zqdraft in a file')]);
  expect((await patch(await createUpload(site, upload), 0, partialFile)).status).toBe(204);
  expect((await filesContaining('zqdraft')).length).toBeGreaterThanOrEqual(4);
  await storeEnquiries('zqyoung', 1);
  const old = { received_at: Date.now() - 181 * day };
  await database.updateTable('enquiries').set(old).where('fields', 'like', '%zqstay%').execute();
  await database
    .updateTable('drafts')
    .set({ expires_at: Date.now() - day })
    .execute();

  const { output, code } = await runEnquiries(site, 'purge', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(output)).toEqual({ enquiries: 152, drafts: 2, overwritten: true });
  for (const marker of ['zqstay', 'zqdraft', 'zqdone'])
    expect([marker, await filesContaining(marker)]).toEqual([marker, []]);
  expect(await filesContaining('zqyoung')).not.toEqual([]);
  expect(await site.storedFiles()).toEqual([]);
  expect(await database.selectFrom('drafts').selectAll().execute()).toEqual([]);
});

describe('the running site', () => {
  test('erases expired data, and overwrites data that a killed process left behind', async () => {
    await send('zqlast', 7);
    await send('zqdraft', 8, { email: 'not an address' });
    const [id = ''] = await storeEnquiries('zqkilled', 60);
    await eraseEnquiry(database, openDiskStore(join(site.dataDir, 'files')), id, 'visitor', Date.now());
    await database
      .updateTable('enquiries')
      .set({ received_at: Date.now() - 3 * day })
      .where('erased_at', 'is', null)
      .execute();
    await database
      .updateTable('drafts')
      .set({ expires_at: Date.now() - day })
      .execute();
    expect(await filesContaining('zqlast')).not.toEqual([]);
    await site.kill();
    site = await site.restart({ RETENTION_DAYS: '2' });

    const markers = ['zqlast', 'zqdraft', 'zqkilled', 'zqyoung'];
    const remainingFiles = async () => (await Promise.all(markers.map(filesContaining))).flat();
    await expect.poll(remainingFiles).toEqual([]);
    expect(await filesContaining(phone)).toEqual([]);
    await expect.poll(() => site.log.join('\n')).toContain('"enquiries":61');
    expect(site.log.join('\n')).not.toContain('retention run failed');
  });
});
