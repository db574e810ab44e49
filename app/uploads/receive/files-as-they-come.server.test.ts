import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileKinds, maxBytesBeforePdf, pdfAfter } from '#tests/support/files-as-they-come.ts';
import { dicomWithPdf, filesAroundPdf, refusedKinds } from '#tests/support/refused-files.ts';
import { scaleForSoak } from '#tests/support/scale-for-soak.ts';
import { openDiskStore } from '../storage/disk-store.server.ts';
import { docxType } from './docx-type.ts';
import { fileRules, uploadRules } from './file-rules.server.ts';
import { headLength, sentFileType } from './file-type.server.ts';
import { type FileOutcome, type FileRules, storeFiles } from './store-files.server.ts';
import { storeUploadedFile } from './store-uploaded-file.server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinds-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const numbers = Array.from({ length: scaleForSoak(12, 500) }, (_, index) => index);

/** Returns the type with which a file is stored, or the reason why it is not. */
const resultOf = (outcome: FileOutcome | undefined) =>
  outcome?.status === 'success' ? outcome.file.type : outcome?.error;

async function byForm(bytes: Buffer, name: string, rules: FileRules) {
  const data = Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]);
  return resultOf(await storeFiles(openDiskStore(folder), rules).receive({ field: 'files', filename: name, data }));
}

async function byUpload(bytes: Buffer, name: string, rules: FileRules) {
  const store = openDiskStore(folder);
  const upload = {
    readHead: () => Promise.resolve(bytes.subarray(0, headLength)),
    async addTo() {
      const writer = await store.create();
      await writer.write(bytes);
      await writer.commit();
      return { storageKey: writer.key, sha256: '' };
    },
  };
  return resultOf(await storeUploadedFile(upload, { name, size: bytes.length }, rules, store));
}

describe.each(fileKinds)('$kind', ({ type, accepted, extension, generate }) => {
  const types = type.split(' or ');
  const isType = (result: string | undefined) => types.includes(result ?? '');

  test.each(['medical', 'letter'] as const)('%s form, and separate upload', async (form) => {
    const byPost = accepted.includes(form);
    const separately = byPost || (accepted === 'disc' && form === 'medical');
    const results: [byPost: string | undefined, separately: string | undefined][] = [];
    for (const number of numbers) {
      const bytes = generate(number);
      const name = `a.${extension}`;
      results.push([await byForm(bytes, name, fileRules[form]), await byUpload(bytes, name, uploadRules[form])]);
    }
    expect(results.filter(([result]) => isType(result) !== byPost)).toEqual([]);
    expect(results.filter(([, result]) => isType(result) !== separately)).toEqual([]);
    if (separately && !byPost) expect(new Set(results.map(([result]) => result))).toEqual(new Set(['disc_in_form']));
  });
});

/** The types that are detected in the first bytes of PDFs after this many other bytes. */
const typesAfter = (lengths: number[]) =>
  Promise.all(lengths.map((length) => sentFileType(pdfAfter(length).subarray(0, headLength))));

test('a PDF is recognised after other bytes of every number up to 1,024, and not after more', async () => {
  const types = await typesAfter(Array.from({ length: maxBytesBeforePdf + 1 }, (_, length) => length));
  expect(types.flatMap((type, length) => (type === 'application/pdf' ? [] : [`${length}: ${type}`]))).toEqual([]);
  const beyond = await typesAfter([1, 2, 3, 4, 5, 6, 7, 100, 1_000].map((more) => maxBytesBeforePdf + more));
  expect(beyond).not.toContain('application/pdf');
});

describe.each(refusedKinds)('$kind: the message fits', ({ name, error, letterError = error, generate }) => {
  test.each([
    ['medical', error],
    ['letter', letterError],
  ] as const)('%s: %s', async (form, expected) => {
    const results = new Set<string | undefined>();
    for (const number of numbers) {
      results.add(await byForm(generate(number), name, fileRules[form]));
      if (expected !== 'disc_in_form') results.add(await byUpload(generate(number), name, uploadRules[form]));
    }
    expect([...results]).toEqual([expected === 'accepted' ? docxType : expected]);
  });
});

test('what has a PDF near its beginning and is something else is not taken for a PDF', async () => {
  const taken: string[] = [];
  for (const number of numbers)
    for (const [name, bytes] of filesAroundPdf(number))
      for (const rules of [fileRules.medical, fileRules.letter, uploadRules.medical, uploadRules.letter])
        for (const receive of [byForm, byUpload])
          if ((await receive(bytes, 'report.pdf', rules)) === 'application/pdf') taken.push(name);
  expect(taken).toEqual([]);
  expect(await byUpload(dicomWithPdf(), 'IM000001', uploadRules.medical)).toBe('application/dicom');
  expect(await byForm(dicomWithPdf(), 'IM000001', fileRules.medical)).toBe('disc_in_form');
});
