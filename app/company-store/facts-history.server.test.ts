import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweepUploads } from '#app/uploads/storage/sweep.server.ts';
import {
  exifBlock,
  exifSegment,
  findLocations,
  gifWith,
  jpegWith,
  pngWith,
  webpWith,
  xmpPacket,
  xmpSegment,
} from '#tests/support/located-pictures.ts';
import { jpeg, pdf, svg } from '#tests/support/medical-files.ts';
import { openMemoryStorage } from '#tests/support/memory-storage.ts';
import { maxPictureBytes, readPicture } from './fact-pictures.server.ts';
import { deleteEarlierVersions, listVersions, readNewestFacts, saveFacts, undoFacts } from './facts-history.server.ts';
import { removeUnusedPictures, savePicture } from './stored-pictures.server.ts';

let storage: Awaited<ReturnType<typeof openMemoryStorage>>;
beforeEach(async () => {
  storage = await openMemoryStorage();
});
afterEach(() => storage.close());

const both = (text: string) => ({ ar: text, en: text });
const withPerson = (picture: string) => ({ people: [{ name: both('Leyla'), role: both('Coordinator'), picture }] });

function save(base: number, facts: unknown, pictures: Record<string, Buffer> = {}, savedBy = 'Ali') {
  return saveFacts(
    storage,
    { base, facts, savedBy: { name: savedBy }, pictures: new Map(Object.entries(pictures)) },
    base + 1000,
  );
}

const undo = (base: number, now: number) =>
  undoFacts(storage.database, { base, savedBy: { personId: 'person-1' } }, now);

const newestFacts = async () => (await readNewestFacts(storage.database)).facts;

/** Saves facts with a picture. @returns the name of the stored picture */
async function saveWithPicture(base: number, name: string, bytes: Buffer): Promise<string> {
  expect(await save(base, withPerson(name), { [name]: bytes })).toEqual({ saved: base + 1 });
  return (await newestFacts())?.people?.[0]?.picture ?? '';
}

describe('the history', () => {
  test('starts without a version', async () => {
    expect(await readNewestFacts(storage.database)).toEqual({
      version: 0,
      savedAt: 0,
      savedBy: { name: '' },
      facts: undefined,
    });
    expect(await listVersions(storage.database)).toEqual([]);
  });

  test('keeps every version with its time and who saved it; the newest one applies', async () => {
    await save(0, { register: 'HRB 1' });
    expect(await save(1, { register: 'HRB 2' }, {}, 'Sara')).toEqual({ saved: 2 });
    expect(await newestFacts()).toEqual({ register: 'HRB 2' });
    expect(await listVersions(storage.database)).toEqual([
      { version: 2, savedAt: 1001, savedBy: { name: 'Sara' } },
      { version: 1, savedAt: 1000, savedBy: { name: 'Ali' } },
    ]);
  });

  test.each([0, 2])('refuses a change of version %i while version 1 is the newest', async (base) => {
    await save(0, { register: 'HRB 1' }, {}, 'Sara');
    expect(await save(base, withPerson('a.jpg'), { 'a.jpg': jpeg })).toEqual({
      newer: { version: 1, savedAt: 1000, savedBy: { name: 'Sara' } },
    });
    expect(await newestFacts()).toEqual({ register: 'HRB 1' });
    expect(storage.files.keys()).toEqual([]);
  });

  test('of two concurrent changes to the same version, one is saved', async () => {
    const results = await Promise.all([save(0, { register: 'HRB 1' }), save(0, { register: 'HRB 2' })]);
    expect(results.filter((result) => 'saved' in result)).toHaveLength(1);
    expect(await listVersions(storage.database)).toHaveLength(1);
  });

  test('saves nothing if there is any problem', async () => {
    const facts = { ...withPerson('a.jpg'), phone: 'x' };
    expect(await save(0, facts, { 'a.jpg': jpeg })).toMatchObject({ problems: [{ path: ['phone'] }] });
    expect(await listVersions(storage.database)).toEqual([]);
    expect(storage.files.keys()).toEqual([]);
  });

  test('is undone by saving the previous version again; undoing that restores the undone version', async () => {
    await save(0, { register: 'HRB 1' });
    await save(1, { register: 'HRB 2' });
    expect(await undo(2, 5)).toEqual({ saved: 3, repeated: 1 });
    expect(await readNewestFacts(storage.database)).toEqual({
      ...{ version: 3, savedAt: 5, savedBy: { personId: 'person-1' } },
      facts: { register: 'HRB 1' },
    });
    await undo(3, 6);
    expect(await newestFacts()).toEqual({ register: 'HRB 2' });
  });

  test('undoes no version but the newest', async () => {
    await save(0, { register: 'HRB 1' });
    await save(1, { register: 'HRB 2' });
    expect(await undo(1, 5)).toEqual({ newer: { version: 2, savedAt: 1001, savedBy: { name: 'Ali' } } });
    expect(await newestFacts()).toEqual({ register: 'HRB 2' });
  });

  test('falls back to the environment when the first version is undone', async () => {
    await save(0, { register: 'HRB 1' });
    expect(await undo(1, 5)).toEqual({ saved: 2, repeated: 0 });
    expect(await newestFacts()).toBeUndefined();
  });

  test('forgets earlier versions and their pictures, and keeps the pictures of the newest version', async () => {
    const removed = await saveWithPicture(0, 'removed.jpg', jpegWith());
    const kept = await saveWithPicture(1, 'kept.png', pngWith());
    expect(await deleteEarlierVersions(storage)).toEqual({ versions: 1, pictures: 1 });
    expect((await listVersions(storage.database)).map(({ version }) => version)).toEqual([2]);
    expect(storage.files.keys()).toHaveLength(1);
    const { database, files } = storage;
    expect(await readPicture(database, files, removed)).toBeUndefined();
    expect(await readPicture(database, files, kept)).toMatchObject({ type: 'image/png' });
  });
});

describe('a picture', () => {
  test.each([
    ['jpg', 'image/jpeg', jpegWith(exifSegment(exifBlock('MM').bytes), xmpSegment(xmpPacket))],
    ['png', 'image/png', pngWith()],
    ['webp', 'image/webp', webpWith(['EXIF', exifBlock('II').bytes], ['XMP ', xmpPacket])],
  ])('of type %s is stored under its hash, without its location', async (extension, type, bytes) => {
    // The type is determined by the content, not by the name.
    const name = await saveWithPicture(0, 'leyla.png', bytes);
    expect(name).toMatch(new RegExp(`^[0-9a-f]{32}\\.${extension}$`));
    const picture = await readPicture(storage.database, storage.files, name);
    expect(picture?.type).toBe(type);
    expect(picture?.bytes.length).toBe(bytes.length);
    expect(findLocations(picture?.bytes ?? bytes)).toEqual([]);
  });

  test('is stored once, and later versions refer to it by its stored name', async () => {
    const name = await saveWithPicture(0, 'leyla.jpg', jpegWith());
    expect(await saveWithPicture(1, 'again.jpg', jpegWith())).toBe(name);
    expect(await save(2, withPerson(name))).toEqual({ saved: 3 });
    expect(storage.files.keys()).toHaveLength(1);
  });

  test.each([
    ['an SVG', svg],
    ['a GIF', gifWith(xmpPacket)],
    ['a PDF', pdf()],
    ['HTML', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
    ['an empty file', Buffer.alloc(0)],
  ])('is rejected if it is %s', async (_, bytes) => {
    expect(await save(0, withPerson('leyla.jpg'), { 'leyla.jpg': bytes })).toEqual({
      problems: [{ path: ['people', 0, 'picture'], key: 'picture_type', values: { name: 'leyla.jpg' } }],
    });
    expect(storage.files.keys()).toEqual([]);
  });

  test('may be 500 kB, and not a byte more', async () => {
    const ofSize = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
    await saveWithPicture(0, 'leyla.jpg', ofSize(maxPictureBytes));
    expect(await save(1, withPerson('leyla.jpg'), { 'leyla.jpg': ofSize(maxPictureBytes + 1) })).toEqual({
      problems: [
        { path: ['people', 0, 'picture'], key: 'picture_size', values: { name: 'leyla.jpg', size: 501, max: 500 } },
      ],
    });
  });

  test('is rejected if there is no file with its name', async () => {
    expect(await save(0, { partners: [{ name: both('Klinik'), logo: 'k.png' }] })).toEqual({
      problems: [{ path: ['partners', 0, 'logo'], key: 'picture_missing', values: { name: 'k.png' } }],
    });
  });

  test('is not deleted as an orphan', async () => {
    await saveWithPicture(0, 'leyla.jpg', jpegWith());
    const later = Date.now() + 30 * 24 * 60 * 60 * 1000;
    await sweepUploads(storage.database, storage.files, later);
    expect(storage.files.keys()).toHaveLength(1);
  });
});

describe('a picture that is stored before the facts', () => {
  const day = 24 * 60 * 60 * 1000;
  const store = (bytes: Buffer, now = 0) => savePicture(storage, { bytes, fileName: 'leyla.jpg' }, now);
  const nameOf = (stored: Awaited<ReturnType<typeof store>>) => ('name' in stored ? stored.name : '');

  test('is shown by the facts that name it', async () => {
    const name = nameOf(await store(jpegWith(exifSegment(exifBlock('MM').bytes))));
    expect(await save(0, withPerson(name))).toEqual({ saved: 1 });
    expect(findLocations((await readPicture(storage.database, storage.files, name))?.bytes ?? jpeg)).toEqual([]);
  });

  test('is stored once', async () => {
    const name = nameOf(await store(jpegWith()));
    expect(await store(jpegWith())).toEqual({ name });
    expect(storage.files.keys()).toHaveLength(1);
  });

  test('is rejected like any other', async () => {
    expect(await store(svg)).toEqual({ problem: { key: 'picture_type', values: { name: 'leyla.jpg' } } });
    expect(storage.files.keys()).toEqual([]);
  });

  test('is deleted a day after it was last stored, unless a version shows it', async () => {
    const shown = nameOf(await store(jpegWith()));
    await save(0, withPerson(shown));
    await save(1, {});
    const unused = nameOf(await store(pngWith()));
    await store(pngWith(), 1000);
    const { database, files } = storage;
    await removeUnusedPictures(database, files, day + 999);
    expect(await readPicture(database, files, unused)).toBeDefined();
    await removeUnusedPictures(database, files, day + 1000);
    expect(await readPicture(database, files, unused)).toBeUndefined();
    expect(await readPicture(database, files, shown)).toBeDefined();
    expect(storage.files.keys()).toHaveLength(1);
  });

  test('cannot be shown once it has been deleted', async () => {
    const name = nameOf(await store(jpegWith()));
    await removeUnusedPictures(storage.database, storage.files, day);
    expect(await save(0, withPerson(name))).toMatchObject({ problems: [{ key: 'picture_missing', values: { name } }] });
  });
});
