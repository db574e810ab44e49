import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uploadsInFolder } from './folder-store.server.ts';
import { openUnfinishedIndex, type UnfinishedIndex } from './unfinished-index.server.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;
const minute = 60_000;

let folder: string;
let now: number;
/** Free disk space in bytes. */
let free: number;
let index: UnfinishedIndex;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'index-'));
  now = 0;
  free = 1000 * gibibyte;
  index = open();
});
afterEach(() => rmSync(folder, { recursive: true }));

const budgetBeyond = (headroom: number) => ({
  left: () => Math.max(0, free - headroom),
  take(bytes: number) {
    free -= bytes;
    return true;
  },
});

const open = () =>
  openUnfinishedIndex(
    uploadsInFolder(folder),
    { uploads: budgetBeyond(0), discs: budgetBeyond(4 * gibibyte) },
    () => now,
  );

let ids = 0;
const newId = (draft = 'd') => draft.repeat(32).slice(0, 32) + (ids += 1).toString(16).padStart(32, '0');

/** Starts an upload for a network. @returns its id; undefined if the upload is not allowed */
async function startUpload(network: number, draft?: string): Promise<string | undefined> {
  if (!(await index.hasRoomToStart(network))) return undefined;
  const id = newId(draft);
  index.start(id, network);
  return id;
}

/** Uploads as many bytes as the index accepts, and returns their number. */
async function uploadMaximum(network: number): Promise<number> {
  let uploaded = 0;
  for (;;) {
    const id = await startUpload(network);
    if (!id) return uploaded;
    for (let chunks = 0; chunks < 30 && index.take(id, mebibyte); chunks += 1) uploaded += mebibyte;
  }
}

/** Creates a sparse file of this size. */
function createSparse(name: string, size: number) {
  writeFileSync(join(folder, name), '');
  truncateSync(join(folder, name), size);
}

describe('if there is plenty of space', () => {
  test('a network is not limited, since thousands of phones may share it', async () => {
    for (let count = 0; count < 9000; count += 1) expect(await startUpload(1)).toBeDefined();
    const id = (await startUpload(1)) ?? '';
    expect(index.take(id, 17 * gibibyte)).toBe(true);
    expect(await startUpload(1)).toBeDefined();
  });
});

describe('if space is short', () => {
  test('20,500 empty uploads of one network do not prevent uploads of other networks', async () => {
    let started = 0;
    for (let count = 0; count < 20_500; count += 1) if (await startUpload(1)) started += 1;
    expect(started).toBeLessThan(12_000);
    for (let network = 2; network < 500; network += 1)
      expect(await startUpload(network), String(network)).toBeDefined();
  });

  test('one network gets a fifth of the space, and even the tenth network gets a share', async () => {
    free = 188 * mebibyte;
    const uploaded: number[] = [];
    for (let network = 0; network < 10; network += 1) uploaded.push((await uploadMaximum(network)) / mebibyte);
    expect(uploaded[0]).toBeLessThanOrEqual(38);
    expect(Math.min(...uploaded)).toBeGreaterThanOrEqual(3);
    expect(free).toBeGreaterThan(0);
  });

  test('completed files count for a day, so completing uploads does not raise the limit', async () => {
    free = 188 * mebibyte;
    for (let count = 0; count < 50; count += 1) {
      const id = await startUpload(1);
      if (!id) break;
      for (let chunks = 0; chunks < 5; chunks += 1) index.take(id, mebibyte);
      index.end(id, true);
    }
    expect(free).toBeGreaterThan(140 * mebibyte);
    expect(await startUpload(2)).toBeDefined();
    now += 25 * 60 * minute;
    const other = (await startUpload(3)) ?? '';
    index.end(other, false);
    expect(await startUpload(1), 'the next day').toBeDefined();
  });

  test('a cancelled upload frees its share', async () => {
    free = 188 * mebibyte;
    const id = (await startUpload(1)) ?? '';
    while (index.take(id, mebibyte));
    expect(await startUpload(1)).toBeUndefined();
    index.end(id, false);
    free = 188 * mebibyte;
    expect(await startUpload(1)).toBeDefined();
  });
});

test('when the limit is nearly reached, the oldest upload that has been empty for a minute is evicted', async () => {
  const first = (await startUpload(0)) ?? '';
  index.take(first, 1);
  const second = await startUpload(0);
  for (let count = 0; count < 19_000; count += 1) index.start(newId(), count % 200);
  expect(index.oldestEmpty(), 'all have just started').toBeUndefined();
  now += minute + 1;
  expect(index.oldestEmpty()).toBe(second);
  index.end(second ?? '', false);
  index.end(index.oldestEmpty() ?? '', false);
  index.end(index.oldestEmpty() ?? '', false);
  expect(index.oldestEmpty(), 'enough uploads can be added again').toBeUndefined();
});

test('accepts at most 20 GiB, however large the disk', async () => {
  const id = (await startUpload(1)) ?? '';
  let taken = 0;
  while (index.take(id, gibibyte / 4)) taken += 1;
  for (let network = 2; network < 100; network += 1) {
    const other = await startUpload(network);
    while (other && index.take(other, mebibyte));
  }
  expect(taken).toBeGreaterThan(4 * 17);
  expect(1000 * gibibyte - free).toBeLessThanOrEqual(20 * gibibyte);
});

test('counts existing uploads after a restart', async () => {
  const id = newId();
  createSparse(id, 20 * gibibyte - 100);
  createSparse(`${id}.json`, 5);
  index = open();
  await index.refresh();
  expect(await index.hasRoomToStart(1)).toBe(false);
  expect(index.countForDraft(id)).toBe(1);
  rmSync(join(folder, id));
  expect(await index.hasRoomToStart(1), 'the folder was read less than a minute ago').toBe(false);
  now += 2 * minute;
  expect(await index.hasRoomToStart(1), 'the upload has been deleted').toBe(true);
});

test('counts the uploads of a draft', async () => {
  for (let count = 0; count < 3; count += 1) await startUpload(1, 'a');
  const last = (await startUpload(1, 'a')) ?? '';
  await startUpload(1, 'b');
  expect(index.countForDraft('a'.repeat(64))).toBe(4);
  index.end(last, false);
  index.end(last, false);
  expect(index.countForDraft('a'.repeat(64))).toBe(3);
});

describe('a disc', () => {
  const size = 480 * mebibyte;
  const headroom = 4 * gibibyte;

  /** Uploads discs as long as the index accepts them. @returns how many have arrived completely */
  async function uploadDiscs(network: number): Promise<number> {
    for (let count = 0; ; count += 1) {
      if (!(await index.hasRoomToStart(network, size))) return count;
      const id = newId();
      index.start(id, network, size);
      for (let arrived = 0; arrived < size; arrived += mebibyte) if (!index.take(id, mebibyte)) return count;
    }
  }

  test('is accepted only if it fits as a whole, in addition to the space for reports', async () => {
    free = headroom + 5 * size - 1;
    expect(await index.hasRoomToStart(1, size), 'less than its share').toBe(false);
    expect(await index.hasRoomToStart(1, 30 * mebibyte), 'a report').toBe(true);
    free += 1;
    expect(await index.hasRoomToStart(1, size)).toBe(true);
  });

  test('never takes the space for reports, however many networks upload', async () => {
    free = 20 * gibibyte;
    let discs = 0;
    for (let network = 0; network < 100; network += 1) discs += await uploadDiscs(network);
    expect(discs).toBeGreaterThan(20);
    expect(free).toBeGreaterThanOrEqual(headroom);
    expect(await uploadMaximum(1000), 'reports of another visitor').toBeGreaterThan(210 * mebibyte);
  });

  test('leaves others a share when space is short', async () => {
    free = headroom + 8 * gibibyte;
    expect(await uploadDiscs(1)).toBeLessThanOrEqual(5);
    expect(await uploadDiscs(2)).toBeGreaterThanOrEqual(2);
  });

  test('is interrupted when the disk fills up, and continues from there once there is room', async () => {
    free = headroom + 3 * gibibyte;
    expect(await index.hasRoomToStart(1, size)).toBe(true);
    const id = newId();
    index.start(id, 1, size);
    expect(index.take(id, 100 * mebibyte)).toBe(true);
    free = headroom;
    expect(index.take(id, mebibyte)).toBe(false);
    expect(await index.hasRoomToContinue(id, 1)).toBe(false);
    free = headroom + 3 * gibibyte;
    expect(await index.hasRoomToContinue(id, 1)).toBe(true);
    expect(index.take(id, 100 * mebibyte)).toBe(true);
  });

  test('is still recognised after a restart', async () => {
    free = headroom + mebibyte / 2;
    const [disc, report] = [newId('e'), newId('f')];
    createSparse(disc, 10 * mebibyte);
    writeFileSync(join(folder, `${disc}.json`), JSON.stringify({ size }));
    createSparse(report, 10 * mebibyte);
    writeFileSync(join(folder, `${report}.json`), JSON.stringify({ size: 30 * mebibyte }));
    index = open();
    await index.refresh();
    expect(await index.hasRoomToContinue(disc, 1)).toBe(false);
    expect(await index.hasRoomToContinue(report, 1)).toBe(true);
  });
});
