import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '#app/database/database.server.ts';
import { diskStore } from '#app/uploads/disk-store.server.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import { addDocuments, correctContactDetails } from './add-to-enquiry.server.ts';
import { readParcel } from './parcel.server.ts';
import { readEnquiry } from './read-enquiry.server.ts';
import { eraseEnquiry } from './retention.server.ts';
import { storeEnquiry, type NewEnquiry } from './store-enquiry.server.ts';

const details = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example' };
const now = Date.UTC(2027, 2, 27);

let folder: string;
let database: Database;
let id: string;
let sent: NewEnquiry;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'additions-'));
  database = await openDatabase(join(folder, 'site.db'));
  const fields = { ...details, origin: 'RUH', destination: 'MUC' };
  const enquiry = { kind: 'evacuation' as const, language: 'ar' as const, fields, privacyNotice: 'test' };
  sent = { ...enquiry, attachments: [file('first', 'a')] };
  ({ id } = await storeEnquiry(database, sent, 'api', now));
});

afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): StoredFile {
  return { name, type: 'application/pdf', size: 3, sha256: content, storageKey: randomBytes(16).toString('hex') };
}

const parcelNumber = (number: number) =>
  database.selectFrom('parcels').select('id').where('number', '=', number).executeTakeFirstOrThrow();

async function state() {
  const record = await readEnquiry(database, { id });
  if (!record) throw new Error('It is gone');
  return {
    fields: record.enquiry.fields,
    files: record.enquiry.attachments.map(({ name }, index) => `${record.parcelOf[index]} ${name}`),
    parcels: record.parcels.map(({ number, purpose, desk }) => `${number} ${purpose} ${desk}`),
  };
}

describe('documents that come later', () => {
  test('are a parcel of their own', async () => {
    const added = await addDocuments(database, id, [file('b', 'b'), file('c', 'c')], 'api', now);
    expect(added.outcome).toBe('added');
    expect(await state()).toMatchObject({
      files: ['0 first', '1 b', '1 c'],
      parcels: ['0 enquiry api', '1 documents api'],
    });
  });

  test('that are there already are not added twice, whatever they are called', async () => {
    await addDocuments(database, id, [file('b', 'b')], 'api', now);
    expect(await addDocuments(database, id, [file('again', 'b'), file('x', 'a')], 'api', now)).toEqual({
      outcome: 'known',
    });
    await addDocuments(database, id, [file('again', 'b'), file('new', 'n')], 'api', now);
    expect((await state()).files).toEqual(['0 first', '1 b', '2 new']);
  });

  test('are refused once there are very many parcels', async () => {
    for (let number = 1; number < 20; number += 1) {
      expect((await addDocuments(database, id, [file('f', String(number))], 'api', now)).outcome).toBe('added');
    }
    expect(await addDocuments(database, id, [file('f', 'one more')], 'api', now)).toEqual({ outcome: 'full' });
    const change = { ...details, name: 'other' };
    expect(await correctContactDetails(database, id, change, 'api', now)).toEqual({ outcome: 'full' });
    const { files, fields } = await state();
    expect(files).toHaveLength(20);
    expect(fields.name).toBe(details.name);
  });
});

describe('a correction', () => {
  test('changes how the sender is reached and nothing else, and is a parcel without files', async () => {
    const corrected = { name: 'أحمد علي', phone: '+966507654321', email: 'new@b.example' };
    expect((await correctContactDetails(database, id, corrected, 'api', now)).outcome).toBe('added');
    expect(await state()).toEqual({
      fields: { ...corrected, origin: 'RUH', destination: 'MUC' },
      files: ['0 first'],
      parcels: ['0 enquiry api', '1 correction api'],
    });
  });

  test('leaves what is on its way as it was: one key says one thing', async () => {
    const corrected = { name: 'أحمد علي', phone: '+966507654321', email: 'new@b.example' };
    const twice = { ...corrected, phone: '+966507654322' };
    const { id: original } = await parcelNumber(0);
    await correctContactDetails(database, id, corrected, 'api', now);
    await correctContactDetails(database, id, twice, 'api', now);
    const said = async (parcel: string) => {
      const read = await readParcel(database, parcel);
      return read?.purpose === 'erasure' ? undefined : read?.enquiry.fields.phone;
    };
    expect(await said(original)).toBe(details.phone);
    expect(await said((await parcelNumber(1)).id)).toBe(corrected.phone);
    expect(await said((await parcelNumber(2)).id)).toBe(twice.phone);
  });

  test('keeps a stranger who sends the first words again away from it', async () => {
    await correctContactDetails(database, id, { ...details, phone: '+966507654321' }, 'api', now);
    const again = await storeEnquiry(database, sent, 'api', now + 1);
    expect(again.id).not.toBe(id);
  });

  test('that corrects nothing makes no parcel', async () => {
    expect(await correctContactDetails(database, id, details, 'api', now)).toEqual({ outcome: 'known' });
    expect((await state()).parcels).toHaveLength(1);
  });
});

test('nothing is added to an enquiry that was erased, or never was', async () => {
  await eraseEnquiry(database, diskStore(join(folder, 'files')), id, 'visitor', now);
  const change = { ...details, name: 'other' };
  for (const which of [id, 'none']) {
    expect(await addDocuments(database, which, [file('b', 'b')], 'api', now)).toEqual({ outcome: 'gone' });
    expect(await correctContactDetails(database, which, change, 'api', now)).toEqual({ outcome: 'gone' });
  }
  expect(await database.selectFrom('attachments').selectAll().execute()).toEqual([]);
});
