import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { centralHeader, endOfCentralDirectory, localHeader } from './zip-records.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

const modifiedAt = Date.UTC(2031, 2, 27, 13, 5, 42);

const entryOf = (name: string, ...chunks: string[]): ZipEntry => ({
  name,
  modifiedAt,
  open: () => chunks.map((chunk) => Buffer.from(chunk)),
});

async function write(entries: Iterable<ZipEntry>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function open(archive: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, strictFileNames: true }, (error, file) =>
      error ? reject(error) : resolve(file),
    );
  });
}

/** Unpacks an archive with a reader that checks sizes and checksums. */
async function unpack(archive: Buffer): Promise<{ entry: Entry; content: string }[]> {
  const file = await open(archive);
  const found: { entry: Entry; content: string }[] = [];
  return new Promise((resolve, reject) => {
    file.on('error', reject);
    file.on('end', () => resolve(found));
    file.on('entry', (entry: Entry) => {
      file.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        buffer(stream).then((bytes) => {
          found.push({ entry, content: bytes.toString() });
          file.readEntry();
        }, reject);
      });
    });
    file.readEntry();
  });
}

test('an archive contains the files that were added, with names in any script', async () => {
  const archive = await write([
    entryOf('7K2M-9QXA/تقرير طبي.pdf', 'first ', 'second'),
    entryOf('empty.txt'),
    entryOf('Ärztebrief.txt', 'Größe'),
  ]);
  const unpacked = await unpack(archive);
  expect(unpacked.map(({ entry, content }) => [entry.fileName, content])).toEqual([
    ['7K2M-9QXA/تقرير طبي.pdf', 'first second'],
    ['empty.txt', ''],
    ['Ärztebrief.txt', 'Größe'],
  ]);
  expect(unpacked[0]?.entry.getLastModDate({ timezone: 'UTC' })).toEqual(new Date(modifiedAt));
});

test('an archive may be empty', async () => {
  expect(await unpack(await write([]))).toEqual([]);
});

test('more than 65,535 files fit', async () => {
  const count = 65_536;
  function* many() {
    for (let number = 0; number < count; number += 1) yield entryOf(`${number}`, 'x');
  }
  const file = await open(await write(many()));
  expect(file.entryCount).toBe(count);
  file.close();
});

test('content is read only when the archive reaches it', async () => {
  const opened: string[] = [];
  const watched = (name: string): ZipEntry => ({
    name,
    modifiedAt,
    open: () => {
      opened.push(name);
      return [Buffer.from(name)];
    },
  });
  const stream = zipStream([watched('a'), watched('b')]);
  await stream.next();
  expect(opened).toEqual(['a']);
  await stream.return(undefined);
  expect(opened).toEqual(['a']);
});

test('a file that changes between the two reads makes the archive fail', async () => {
  let size = 0;
  const growing = { name: 'a', modifiedAt, open: () => [Buffer.alloc((size += 1))] };
  await expect(write([growing])).rejects.toThrow('A file changed');
});

describe('beyond 4 GiB', () => {
  const size = 5 * 1024 ** 3;
  const record = { name: 'a', modifiedAt, checksum: 1, size, offset: size + 1 };

  test('sizes and offsets are in ZIP64 fields', () => {
    const local = localHeader(record);
    expect(local.readUInt32LE(18)).toBe(0xffff_ffff);
    expect(local.readBigUInt64LE(31 + 4)).toBe(BigInt(size));
    expect(local.readBigUInt64LE(31 + 12)).toBe(BigInt(size));
    const central = centralHeader(record);
    expect(central.readUInt32LE(42)).toBe(0xffff_ffff);
    expect(central.readBigUInt64LE(47 + 20)).toBe(BigInt(size + 1));
  });

  test('only what does not fit is in a ZIP64 field', () => {
    const central = centralHeader({ ...record, size: 5 });
    expect(central.readUInt32LE(24)).toBe(5);
    expect(central.readUInt16LE(47 + 2)).toBe(8);
    expect(centralHeader({ ...record, size: 5, offset: 7 })).toHaveLength(47);
  });

  test('the end of central directory record refers to its ZIP64 counterpart', () => {
    const end = endOfCentralDirectory({ count: 1, directorySize: 60, directoryOffset: size });
    expect(end).toHaveLength(56 + 20 + 22);
    expect(end.readBigUInt64LE(48)).toBe(BigInt(size));
    expect(end.readBigUInt64LE(56 + 8)).toBe(BigInt(size + 60));
  });
});
