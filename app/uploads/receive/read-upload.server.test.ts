import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { executable, jpeg, pdf, png, svg } from '#tests/support/medical-files.ts';
import { openDiskStore } from '../storage/disk-store.server.ts';
import { type FileStore, type FileWriter, StorageError } from '../storage/file-store.server.ts';
import { medicalFileType } from './file-type.server.ts';
import { noFiles } from './no-files.ts';
import { type FormLimits, readUpload, type Upload, UploadAborted } from './read-upload.server.ts';
import { type FileOutcome, storeFiles } from './store-files.server.ts';

let folder: string;
let store: FileStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upload-'));
  store = openDiskStore(folder);
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Larger than the first bytes that determine the type, but small enough for fast tests. */
const limits = { maxFiles: 7, maxBytes: 10_000, maxMegabytes: 0, types: 'medical' as const };
const boundary = 'test-boundary';

interface Part {
  name: string;
  filename?: string;
  bytes: Uint8Array | string;
}

const field = (name: string, value: string): Part => ({ name, bytes: value });
const file = (filename: string, bytes: Uint8Array, name = 'files'): Part => ({ name, filename, bytes });

/** Builds a multipart body as browsers send it. */
function multipart(parts: Part[], delimiter = boundary): Buffer {
  const segments = parts.flatMap(({ name, filename, bytes }) => [
    `--${delimiter}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: text/plain`,
    '\r\n\r\n',
    bytes,
    '\r\n',
  ]);
  return Buffer.concat([...segments, `--${delimiter}--\r\n`].map((segment) => Buffer.from(segment)));
}

/** Streams the bytes in chunks, and then closes, resets or stalls. */
function streamOf(
  bytes: Buffer,
  { end = 'closes', chunk = 1500, hold }: { end?: 'closes' | 'resets' | 'stalls'; chunk?: number; hold?: Hold } = {},
): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (hold && at >= hold.at) await hold.until;
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += chunk)));
      else if (end === 'closes') controller.close();
      else if (end === 'resets') controller.error(new Error('connection reset'));
      else await new Promise(() => undefined);
    },
  });
}

/** Pauses the body at byte `at` until the promise `until` resolves. */
interface Hold {
  at: number;
  until: Promise<unknown>;
}

interface SendOptions {
  contentType?: string | null;
  store?: FileStore;
  limits?: typeof limits;
}

function send(
  body: Buffer | ReadableStream<Uint8Array> | null,
  { contentType = `multipart/form-data; boundary=${boundary}`, ...given }: SendOptions = {},
): Promise<Upload<FileOutcome>> {
  const request = new Request('https://site.example/ar', {
    method: 'POST',
    headers: contentType === null ? {} : { 'Content-Type': contentType },
    body: Buffer.isBuffer(body) ? streamOf(body) : body,
    duplex: 'half',
  });
  return readUpload(
    request,
    storeFiles(given.store ?? store, { limits: given.limits ?? limits, detectType: medicalFileType }),
  );
}

const outcomes = ({ files }: Upload<FileOutcome>) =>
  files.map((outcome) => (outcome.status === 'success' ? outcome.file.name : `${outcome.name}: ${outcome.error}`));
const storedFiles = () => readdirSync(folder);

describe('a form submission', () => {
  test('is read completely: the fields in order, and the files with detected type and hash', async () => {
    const report = pdf(9000);
    const upload = await send(
      multipart([
        field('name', 'أحمد'),
        file('تقرير;1.pdf', report),
        field('date', ''),
        field('origin', 'a'),
        field('origin', 'b'),
        file('x.pdf', png),
      ]),
    );
    expect(upload.problem).toBeUndefined();
    expect([...upload.fields]).toEqual([
      ['name', 'أحمد'],
      ['date', ''],
      ['origin', 'a'],
      ['origin', 'b'],
    ]);
    expect(upload.files).toMatchObject([
      {
        status: 'success',
        file: {
          name: 'تقرير;1.pdf',
          type: 'application/pdf',
          size: 9000,
          sha256: createHash('sha256').update(report).digest('hex'),
        },
      },
      { status: 'success', file: { name: 'x.pdf.png', type: 'image/png', size: png.length } },
    ]);
    const [first] = upload.files;
    if (first?.status !== 'success') throw new Error('The file was not stored');
    expect(readFileSync(join(folder, first.file.storageKey)).equals(report)).toBe(true);
    expect(storedFiles()).toHaveLength(2);
  });

  test('may have no files: an empty file input sends a part with an empty file name', async () => {
    const upload = await send(multipart([field('name', 'A'), file('', Buffer.alloc(0))]));
    expect(upload.files).toEqual([]);
    expect(upload.problem).toBeUndefined();
  });

  test('may be URL-encoded', async () => {
    const upload = await send(Buffer.from('name=%D8%A3%D8%AD%D9%85%D8%AF&date=&x=a+b'), {
      contentType: 'application/x-www-form-urlencoded',
    });
    expect([...upload.fields]).toEqual([
      ['name', 'أحمد'],
      ['date', ''],
      ['x', 'a b'],
    ]);
    expect(upload.problem).toBeUndefined();
  });

  test.each([
    ['quoted, with spaces', 'a b:c', 'multipart/form-data; boundary="a b:c"'],
    ['in mixed case, with a charset', 'B1', 'Multipart/Form-Data; charset=utf-8; Boundary=B1'],
  ])('may have a boundary that is %s', async (_, delimiter, contentType) => {
    const upload = await send(multipart([field('name', 'A'), file('a.pdf', pdf(100))], delimiter), { contentType });
    expect(upload.fields.get('name')).toBe('A');
    expect(outcomes(upload)).toEqual(['a.pdf']);
  });
});

describe('a file of a form', () => {
  test.each([
    ['smaller than the inspected start', 3000],
    ['larger than the inspected start', 10_000],
  ])('is rejected one byte over the limit, and accepted at exactly the limit (%s)', async (_, maxBytes) => {
    const files = [file('fits.pdf', pdf(maxBytes)), file('over.pdf', pdf(maxBytes + 1)), file('next.jpg', jpeg)];
    const upload = await send(multipart([...files, field('name', 'A')]), { limits: { ...limits, maxBytes } });
    expect(outcomes(upload)).toEqual(['fits.pdf', 'over.pdf: file_too_large', 'next.jpg']);
    expect(upload.fields.get('name')).toBe('A');
    expect(storedFiles()).toHaveLength(2);
  });

  test('is drained if it is far too large, and the next file is stored', async () => {
    const upload = await send(multipart([file('huge.pdf', pdf(600_000)), file('next.jpg', jpeg)]));
    expect(outcomes(upload)).toEqual(['huge.pdf: file_too_large', 'next.jpg']);
    expect(storedFiles()).toHaveLength(1);
  });

  test.each([
    ['empty', Buffer.alloc(0), 'file_empty'],
    ['a small file of another type', svg, 'file_wrong_type'],
    ['a program', executable, 'file_wrong_type'],
    ['a large file of another type', Buffer.alloc(9000, 'text '), 'file_wrong_type'],
  ])('is rejected if it is %s, and the next file is stored', async (_, bytes, error) => {
    const upload = await send(multipart([file('../bad.pdf', bytes), file('next.jpg', jpeg)]));
    expect(outcomes(upload)).toEqual([`bad.pdf: ${error}`, 'next.jpg']);
    expect(storedFiles()).toHaveLength(1);
  });

  test('is rejected beyond the maximum of seven, not counting rejected ones', async () => {
    const accepted = Array.from({ length: 8 }, (_, index) => file(`${index + 1}.pdf`, pdf(5000, index)));
    const upload = await send(multipart([file('bad.svg', svg), ...accepted, field('name', 'A')]));
    expect(outcomes(upload)).toEqual([
      'bad.svg: file_wrong_type',
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => `${n}.pdf`),
      '8.pdf: too_many_files',
    ]);
    expect(upload.fields.get('name')).toBe('A');
    expect(storedFiles()).toHaveLength(7);
  });

  test('is not rejected because of an unexpected field name', async () => {
    const upload = await send(multipart([file('a.pdf', pdf(9000), 'avatar'), file('b.pdf', pdf(100))]));
    expect(outcomes(upload)).toEqual(['a.pdf', 'b.pdf']);
    expect(storedFiles()).toHaveLength(2);
  });

  test.each(['', '.', '..', 'a/'])('is renamed, not rejected, if its name is unusable (%j)', async (name) => {
    const upload = await send(multipart([file(name, pdf(9000))]));
    expect(outcomes(upload)).toEqual(['file.pdf']);
  });

  test('is not reported if the file input is empty', async () => {
    const upload = await send(multipart([file('', Buffer.alloc(0)), file('b.pdf', pdf(100))]));
    expect(outcomes(upload)).toEqual(['b.pdf']);
  });
});

describe('an incomplete or malformed body', () => {
  const whole = multipart([field('name', 'A'), file('one.pdf', pdf(9000, 1)), file('two.pdf', pdf(9000, 2))]);

  test('is truncated in a file: only complete files are stored', async () => {
    const upload = await send(whole.subarray(0, -3000));
    expect(upload.problem).toBe('unreadable');
    expect(upload.fields.get('name')).toBe('A');
    expect(outcomes(upload)).toEqual(['one.pdf', 'two.pdf: file_incomplete']);
    expect(storedFiles()).toHaveLength(1);
  });

  test('is truncated while the previous file is being written: a partial file is never stored as complete', async () => {
    let startCommit: (value?: unknown) => void = () => undefined;
    const committing = new Promise((resolve) => (startCommit = resolve));
    const slow = wrapStore(store, (writer) => ({
      ...writer,
      async commit() {
        startCommit();
        await pause(50);
        await writer.commit();
      },
    }));
    const body = streamOf(whole.subarray(0, -3000), {
      hold: { at: whole.indexOf('two.pdf') + 100, until: committing },
    });
    const upload = await send(body, { store: slow });
    expect(upload.problem).toBe('unreadable');
    expect(outcomes(upload)).toEqual(['one.pdf', 'two.pdf: file_incomplete']);
    expect(storedFiles()).toHaveLength(1);
  });

  test.each([100, 1500, 60_000])(
    'is truncated anywhere (chunks of %d bytes): a file is stored completely or not at all',
    async (chunk) => {
      const files = [file('one.pdf', pdf(50, 1)), file('two.pdf', pdf(5000, 2))];
      const body = multipart([field('name', 'A'), ...files]);
      const cuts = Array.from({ length: 24 }, (_, index) => Math.floor(((body.length - 8) / 24) * (index + 1)));
      for (const cut of cuts) {
        const upload = await send(streamOf(body.subarray(0, cut), { chunk }));
        expect(upload.problem).toBe('unreadable');
        for (const outcome of upload.files) {
          if (outcome.status === 'success')
            expect([cut, outcome.file.size]).toEqual([cut, outcome.file.name === 'one.pdf' ? 50 : 5000]);
        }
      }
    },
  );

  test.each<[string, string | null]>([
    ['with another boundary', 'multipart/form-data; boundary=other'],
    ['without a boundary', 'multipart/form-data'],
    ['without a content type', null],
    ['that is not a form', 'application/json'],
  ])('%s is drained and reported as unreadable', async (_, contentType) => {
    let isDrained = false;
    const watched = new TransformStream<Uint8Array, Uint8Array>({ flush: () => void (isDrained = true) });
    const upload = await send(streamOf(whole).pipeThrough(watched), { contentType });
    expect(upload).toMatchObject({ problem: 'unreadable', files: [] });
    expect(isDrained).toBe(true);
    expect(storedFiles()).toEqual([]);
  });

  test('is reported as unreadable if it is missing', async () => {
    expect(await send(null)).toMatchObject({ problem: 'unreadable', files: [] });
  });

  test.each([
    ['10,000 fields', Array.from({ length: 10_000 }, (_, index) => field(`f${index}`, 'x'))],
    ['a field of 65 kB', [field('name', 'x'.repeat(64 * 1024 + 1))]],
    ['101 files', Array.from({ length: 101 }, (_, index) => file(`${index}.svg`, svg))],
  ])('is reported as too much if it has %s', async (_, parts) => {
    const upload = await send(multipart(parts));
    expect(upload.problem).toBe('too_much');
    expect([...upload.fields].length).toBeLessThanOrEqual(200);
  });
});

describe('limits of a form', () => {
  const read = (body: BodyInit, limits: FormLimits) =>
    readUpload(new Request('https://site.example/desk', { method: 'POST', body }), noFiles, { limits });
  const urlEncoded = (fields: Record<string, string>) => new URLSearchParams(fields);
  const parts = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };

  test.each([
    ['URL-encoded', urlEncoded],
    ['in parts', parts],
  ])('hold for names and values alike (%s)', async (_, encode) => {
    const limits = { fields: 3, files: 1, text: 10 };
    expect((await read(encode({ a: 'bcd', ef: 'ghij' }), limits)).problem).toBeUndefined();
    for (const fields of [
      { a: 'bcd', ef: 'ghijk' },
      { a: 'bcd', efg: 'hijk' },
      { a: '', b: '', c: '', d: '' },
    ] as Record<string, string>[])
      expect((await read(encode(fields), limits)).problem, JSON.stringify(fields)).toBe('too_much');
  });

  test('hold for files', async () => {
    const form = parts({});
    for (const name of ['a', 'b']) form.append(name, new File(['x'], name));
    expect((await read(form, { fields: 3, files: 2, text: 10 })).problem).toBeUndefined();
    expect((await read(form, { fields: 3, files: 1, text: 10 })).problem).toBe('too_much');
  });
});

describe('a broken connection', () => {
  const started = multipart([file('one.pdf', pdf(9000, 1)), file('two.pdf', pdf(9000, 2))]).subarray(0, -2000);

  test.each<[string, string | null]>([
    ['form', `multipart/form-data; boundary=${boundary}`],
    ['body that is not a form', 'text/plain'],
  ])('in a %s aborts the upload, and nothing is stored', async (_, contentType) => {
    await expect(send(streamOf(started, { end: 'resets' }), { contentType })).rejects.toBeInstanceOf(UploadAborted);
    expect(storedFiles()).toEqual([]);
  });

  test('after the closing boundary, where the parser gets stuck, aborts the upload', async () => {
    const bytes = Buffer.from(`--${boundary}--\r\n`.repeat(2));
    // Long enough for the stuck parser to be abandoned.
    const hold = { at: bytes.length, until: pause(900) };
    const reading = send(streamOf(bytes, { end: 'resets', chunk: bytes.length, hold }));
    await expect(reading).rejects.toBeInstanceOf(UploadAborted);
  });

  test('is assumed after a minute of silence, while a slow connection continues', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let resume: (value?: unknown) => void = () => undefined;
    const until = new Promise((resolve) => (resume = resolve));
    const reading = send(streamOf(started, { end: 'stalls', hold: { at: 9500, until } }));
    const ended = vi.fn();
    void reading.catch(ended);
    await expect.poll(storedFiles).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(59_000);
    resume();
    await expect.poll(storedFiles).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(59_000);
    await pause(50); // Real time: aborting would have to delete files first.
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_500);
    await expect(reading).rejects.toBeInstanceOf(UploadAborted);
    expect(storedFiles()).toEqual([]);
  });
});

/** Wraps a store with modified writers and, optionally, another `remove`. */
function wrapStore(
  real: FileStore,
  change: (writer: FileWriter) => FileWriter | Promise<FileWriter>,
  remove: FileStore['remove'] = (key) => real.remove(key),
): FileStore {
  return { ...real, create: async () => change(await real.create()), remove };
}

describe('a storage failure', () => {
  const body = multipart([field('name', 'A'), ...[1, 2, 3].map((n) => file(`${n}.pdf`, pdf(9000, n)))]);
  const fail = () => Promise.reject(new StorageError('no space left'));

  /** A store that fails for the second file. */
  function failing(operation: 'create' | 'write' | 'commit', remove?: FileStore['remove']): FileStore {
    let count = 0;
    return wrapStore(
      store,
      async (writer) => {
        count += 1;
        if (count !== 2) return writer;
        if (operation !== 'create') return { ...writer, [operation]: fail };
        await writer.discard();
        return fail();
      },
      remove,
    );
  }

  test.each(['create', 'write', 'commit'] as const)(
    'in %s: no files are stored, and the fields are returned',
    async (operation) => {
      const upload = await send(body, { store: failing(operation) });
      expect(upload).toMatchObject({ problem: 'storage_failed', files: [], cause: { name: 'StorageError' } });
      expect(upload.fields.get('name')).toBe('A');
      expect(storedFiles()).toEqual([]);
    },
  );

  test('in write and in remove: the fields are returned', async () => {
    const upload = await send(body, { store: failing('write', fail) });
    expect(upload).toMatchObject({ problem: 'storage_failed', files: [] });
    expect(upload.fields.get('name')).toBe('A');
  });
});
