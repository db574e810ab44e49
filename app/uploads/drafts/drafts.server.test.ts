import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#app/database/database.server.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { type MemoryStore, openMemoryStorage } from '#tests/support/memory-storage.ts';
import type { FileOutcome } from '../receive/store-files.server.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import { expiryGrace, sweepUploads } from '../storage/sweep.server.ts';
import { draftLifetime, type Drafts, openDrafts } from './drafts.server.ts';

const limits = { maxFiles: 3, maxBytes: 1000, maxMegabytes: 0, types: 'medical' as const };
const start = Date.UTC(2027, 2, 27);
const fields = { name: 'Ahmad', phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };

let database: Database;
let store: MemoryStore;
let now: number;
let drafts: Drafts;

beforeEach(async () => {
  ({ database, files: store } = await openMemoryStorage());
  now = start;
  drafts = openDrafts(database, store, () => now);
});

afterEach(async () => {
  await database.destroy();
});

/** Stores a file as the upload reader does. A draft treats files with the same name and content as duplicates. */
async function receivedFile(name: string, content = name): Promise<FileOutcome & { status: 'success' }> {
  const writer = await store.create();
  await writer.write(Buffer.from(content));
  await writer.commit();
  const file: StoredFile = {
    name,
    type: 'application/pdf',
    size: content.length,
    sha256: content,
    storageKey: writer.key,
  };
  return { status: 'success', file };
}

const storedKeys = () => store.keys();
const idsOf = (files: { id: string }[]) => files.map(({ id }) => id);
const names = ({ files }: { files: { name: string }[] }) => files.map(({ name }) => name);

describe('adding', () => {
  test('files accumulate under one token, in the order of arrival', async () => {
    const first = await drafts.addFiles(undefined, [await receivedFile('a'), await receivedFile('b')], limits);
    const second = await drafts.addFiles(first.token, [await receivedFile('c')], limits);
    expect(second.token).toBe(first.token);
    expect(names(second)).toEqual(['a', 'b', 'c']);
    expect(second).toMatchObject({ errors: [], isExpired: false });
    expect(await drafts.addFiles(first.token, [], limits)).toEqual(second);
    expect(storedKeys()).toEqual(second.files.map(({ storageKey }) => storageKey).sort());
  });

  test('without an accepted file there is no token, and the errors are returned', async () => {
    const rejected: FileOutcome = { status: 'error', name: 'x.svg', error: 'file_wrong_type' };
    expect(await drafts.addFiles(undefined, [rejected], limits)).toEqual({
      files: [],
      errors: [{ name: 'x.svg', error: 'file_wrong_type' }],
      isExpired: false,
    });
    expect(await database.selectFrom('drafts').selectAll().execute()).toEqual([]);
  });

  test('the database does not contain the token', async () => {
    const { token = '' } = await drafts.addFiles(undefined, [await receivedFile('a')], limits);
    const rows = JSON.stringify(await database.selectFrom('drafts').selectAll().execute());
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(rows).not.toContain(token);
  });

  test('a duplicate is not added again, and its stored file is deleted', async () => {
    const { token } = await drafts.addFiles(undefined, [await receivedFile('a'), await receivedFile('a')], limits);
    const repeated = await drafts.addFiles(
      token,
      [await receivedFile('a'), await receivedFile('other name', 'a')],
      limits,
    );
    expect(names(repeated)).toEqual(['a', 'other name']);
    expect(repeated.errors).toEqual([]);
    expect(storedKeys()).toHaveLength(2);
  });

  test('new files beyond the limit are rejected and deleted, except for duplicates', async () => {
    const { token } = await drafts.addFiles(undefined, [await receivedFile('a'), await receivedFile('b')], limits);
    const limited = await drafts.addFiles(
      token,
      [await receivedFile('c'), await receivedFile('d'), await receivedFile('a')],
      limits,
    );
    expect(names(limited)).toEqual(['a', 'b', 'c']);
    expect(limited.errors).toEqual([{ name: 'd', error: 'too_many_files' }]);
    expect(storedKeys()).toHaveLength(3);
  });

  test('drafts do not share files', async () => {
    const first = await drafts.addFiles(undefined, [await receivedFile('a')], limits);
    const second = await drafts.addFiles(undefined, [await receivedFile('b')], limits);
    expect(second.token).not.toBe(first.token);
    expect(names(await drafts.addFiles(first.token, [], limits))).toEqual(['a']);
  });
});

describe('removal', () => {
  test('deletes the entry and its stored file, and keeps the others', async () => {
    const { token = '', files } = await drafts.addFiles(
      undefined,
      [await receivedFile('a'), await receivedFile('b')],
      limits,
    );
    await drafts.remove(token, idsOf(files.slice(0, 1)));
    expect(names(await drafts.addFiles(token, [], limits))).toEqual(['b']);
    expect(storedKeys()).toEqual([files[1]?.storageKey]);
  });

  test('deletes several files, or none without ids', async () => {
    const { token = '', files } = await drafts.addFiles(
      undefined,
      [await receivedFile('a'), await receivedFile('b'), await receivedFile('c')],
      limits,
    );
    await drafts.remove(token, []);
    expect(storedKeys()).toHaveLength(3);
    await drafts.remove(token, idsOf(files.slice(0, 2)));
    expect(names(await drafts.addFiles(token, [], limits))).toEqual(['c']);
    expect(storedKeys()).toHaveLength(1);
  });

  test('makes room for another file, which is added last', async () => {
    const { token = '', files } = await drafts.addFiles(
      undefined,
      [await receivedFile('a'), await receivedFile('b'), await receivedFile('c')],
      limits,
    );
    await drafts.remove(token, idsOf(files.slice(0, 1)));
    expect(names(await drafts.addFiles(token, [await receivedFile('d')], limits))).toEqual(['b', 'c', 'd']);
    const rows = await database.selectFrom('draft_files').select(['name', 'position']).orderBy('name').execute();
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  test('requires the token of the draft, and ignores unknown ids', async () => {
    const { token = '', files } = await drafts.addFiles(undefined, [await receivedFile('a')], limits);
    const stranger = await drafts.addFiles(undefined, [await receivedFile('b')], limits);
    await drafts.remove(stranger.token ?? '', idsOf(files.slice(0, 1)));
    await drafts.remove(token, ['unknown', '']);
    expect(names(await drafts.addFiles(token, [], limits))).toEqual(['a']);
    expect(storedKeys()).toHaveLength(2);
  });

  test('keeps stored files that an enquiry references', async () => {
    const draft = await drafts.addFiles(undefined, [await receivedFile('a')], limits);
    await submitWith(draft.files);
    await drafts.remove(draft.token ?? '', idsOf(draft.files));
    expect(storedKeys()).toEqual([draft.files[0]?.storageKey]);
  });
});

describe('a separately uploaded file', () => {
  const browserToken = 'abcdefghijklmnopqrstuv';
  const uploadedFile = async (name: string) => (await receivedFile(name)).file;

  test('is added under its upload id to the draft of the token generated by the browser', async () => {
    const started = await drafts.getOrCreate(browserToken, limits);
    expect(started).toMatchObject({ files: [] });
    const added = await drafts.addUploadedFile(started?.id ?? '', 'upload-1', await uploadedFile('a'), limits);
    expect(added).toMatchObject({ file: { id: 'upload-1', name: 'a' } });
    expect(await drafts.getOrCreate(browserToken, limits)).toMatchObject({ id: started?.id, files: [{}] });
    expect(await drafts.findFile('upload-1')).toMatchObject({ draftId: started?.id, file: { name: 'a' } });
    expect(names(await drafts.addFiles(browserToken, [], limits))).toEqual(['a']);
  });

  test('is deduplicated against the files of the form, and deleted if it exceeds the limit', async () => {
    const { id = '' } = (await drafts.getOrCreate(browserToken, limits)) ?? {};
    const { files } = await drafts.addFiles(browserToken, [await receivedFile('a'), await receivedFile('b')], limits);
    expect(await drafts.addUploadedFile(id, 'upload-1', await uploadedFile('a'), limits)).toMatchObject({
      file: { id: files[0]?.id },
    });
    await drafts.addUploadedFile(id, 'upload-2', await uploadedFile('c'), limits);
    expect(await drafts.addUploadedFile(id, 'upload-3', await uploadedFile('d'), limits)).toEqual({
      error: 'too_many_files',
    });
    expect(storedKeys()).toHaveLength(3);
  });

  test('is rejected if the discs of the draft together would be too large', async () => {
    const disc = { maxBytes: 500, maxMegabytes: 0, maxTotalBytes: 1000 };
    const withDiscs = { ...limits, disc };
    const { id = '' } = (await drafts.getOrCreate(browserToken, withDiscs)) ?? {};
    const discOf = async (name: string, size: number) => ({
      ...(await uploadedFile(name)),
      ...{ type: 'application/zip', size },
    });
    const sizes = [500, 499, 2, 1];
    const outcomes: unknown[] = [];
    for (const [index, size] of sizes.entries()) {
      outcomes.push(await drafts.addUploadedFile(id, `${index}`, await discOf(`${index}.zip`, size), withDiscs));
    }
    const accepted = { file: expect.anything() as unknown };
    expect(outcomes).toEqual([accepted, accepted, { error: 'discs_too_large' }, accepted]);
    expect(storedKeys()).toHaveLength(3);
  });

  test('is rejected if uploads that complete concurrently would exceed the limit', async () => {
    const { id = '' } = (await drafts.getOrCreate(browserToken, limits)) ?? {};
    const files = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => uploadedFile(name)));
    const outcomes = await Promise.all(files.map((file) => drafts.addUploadedFile(id, file.name, file, limits)));
    expect(outcomes.filter((outcome) => 'file' in outcome)).toHaveLength(3);
    const rows = await database.selectFrom('draft_files').select('position').orderBy('position').execute();
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(storedKeys()).toHaveLength(3);
  });

  test('is rejected if the draft has different file limits or has expired', async () => {
    const letters = { ...limits, types: 'letter' as const };
    const { id = '' } = (await drafts.getOrCreate(browserToken, limits)) ?? {};
    await drafts.addUploadedFile(id, 'upload-1', await uploadedFile('a'), limits);
    expect(await drafts.addFiles(browserToken, [], letters)).toEqual({ files: [], errors: [], isExpired: true });
    expect(await drafts.getOrCreate(browserToken, letters)).toBeUndefined();
    now = start + draftLifetime;
    expect(await drafts.getOrCreate(browserToken, limits)).toBeUndefined();
    expect(await drafts.addUploadedFile(id, 'upload-2', await uploadedFile('b'), limits)).toEqual({
      error: 'draft_expired',
    });
    expect(storedKeys()).toHaveLength(1);
  });

  test('can be removed by its id alone, and the whole draft by its token', async () => {
    const { id = '' } = (await drafts.getOrCreate(browserToken, limits)) ?? {};
    for (const name of ['a', 'b']) await drafts.addUploadedFile(id, name, await uploadedFile(name), limits);
    await drafts.removeUploadedFile('a');
    expect(names(await drafts.addFiles(browserToken, [], limits))).toEqual(['b']);
    await drafts.discard(browserToken);
    expect(await drafts.addFiles(browserToken, [], limits)).toMatchObject({ isExpired: true });
    expect(storedKeys()).toEqual([]);
  });
});

describe('after 24 hours', () => {
  test('the token gives no access to the draft, and new files start another draft', async () => {
    const { token } = await drafts.addFiles(undefined, [await receivedFile('a')], limits);
    now = start + draftLifetime - 1;
    expect(await drafts.addFiles(token, [], limits)).toMatchObject({ isExpired: false, files: { length: 1 } });
    now = start + draftLifetime;
    expect(await drafts.addFiles(token, [], limits)).toEqual({ files: [], errors: [], isExpired: true });
    const next = await drafts.addFiles(token, [await receivedFile('b')], limits);
    expect(next).toMatchObject({ isExpired: true, files: [{ name: 'b' }] });
    expect(next.token).not.toBe(token);
  });

  test('an unknown token is treated as expired', async () => {
    expect(await drafts.addFiles('made-up', [], limits)).toEqual({ files: [], errors: [], isExpired: true });
  });

  test('the sweep deletes the draft and its stored files, and keeps newer drafts', async () => {
    const old = await drafts.addFiles(undefined, [await receivedFile('a')], limits);
    now = start + draftLifetime - 1;
    const newer = await drafts.addFiles(undefined, [await receivedFile('b')], limits);
    await sweepUploads(database, store, start + draftLifetime + expiryGrace - 1);
    expect(storedKeys(), 'a form being submitted keeps its files').toHaveLength(2);
    await sweepUploads(database, store, start + draftLifetime + expiryGrace);
    expect(storedKeys()).toEqual(newer.files.map(({ storageKey }) => storageKey));
    expect(await database.selectFrom('drafts').selectAll().execute()).toHaveLength(1);
    expect(await database.selectFrom('draft_files').selectAll().execute()).toHaveLength(1);
    expect(old.files).toHaveLength(1);
  });

  test('the sweep keeps stored files that an enquiry references', async () => {
    const draft = await drafts.addFiles(undefined, [await receivedFile('a'), await receivedFile('b')], limits);
    await submitWith(draft.files.slice(0, 1));
    await sweepUploads(database, store, start + 10 * draftLifetime);
    expect(storedKeys()).toEqual([draft.files[0]?.storageKey]);
    expect(await database.selectFrom('attachments').selectAll().execute()).toHaveLength(1);
  });
});

function submitWith(attachments: StoredFile[]) {
  const enquiry = { kind: 'evacuation', language: 'ar', fields, attachments, privacyNotice: 'test' } as const;
  return storeEnquiry(database, enquiry, 'inbox', now);
}
