import { expect, test } from 'vitest';
import { openWebStorage } from '#tests/support/browser-storage.ts';
import { uploadFingerprint, uploadUrlStorage } from './upload-url-storage.ts';

const start = Date.UTC(2027, 2, 27);
const day = 24 * 60 * 60 * 1000;
const url = 'https://site.example/uploads/1';
const file = { name: 'report.pdf', size: 5000, lastModified: 1 };
const token = 'AAAAAAAAAAAAAAAAAAAAAA';

const upload = (uploadUrl: string) => ({
  uploadUrl,
  size: 5000,
  metadata: { draft: token, filename: file.name },
  creationTime: '',
  urlStorageKey: '',
  parallelUploadUrls: null,
});

test('an unfinished upload can be found for a day, but only with the same file and draft', async () => {
  const storage = openWebStorage();
  let now = start;
  const urls = uploadUrlStorage(
    () => storage,
    () => now,
  );
  const fingerprint = await uploadFingerprint(file, token);
  await urls.addUpload(fingerprint, upload(url));
  const [found] = await urls.findUploadsByFingerprint(fingerprint);
  expect(found?.uploadUrl).toBe(url);
  for (const other of [
    await uploadFingerprint({ ...file, name: 'other.pdf' }, token),
    await uploadFingerprint({ ...file, size: 5001 }, token),
    await uploadFingerprint({ ...file, lastModified: 2 }, token),
    await uploadFingerprint(file, 'BAAAAAAAAAAAAAAAAAAAAA'),
    '',
  ]) {
    expect(await urls.findUploadsByFingerprint(other)).toEqual([]);
  }
  now = start + day;
  expect(await urls.findUploadsByFingerprint(fingerprint)).toEqual([]);
  expect(storage.length).toBe(0);
});

test('stores neither the file name nor the draft token', async () => {
  const storage = openWebStorage();
  await uploadUrlStorage(() => storage).addUpload(await uploadFingerprint(file, token), upload(url));
  const key = storage.key(0) ?? '';
  const entry = key + (storage.getItem(key) ?? '');
  expect(entry).toContain(url);
  expect(entry).not.toContain(file.name);
  expect(entry).not.toContain(token);
});

test('adding an upload removes expired and malformed entries', async () => {
  const storage = openWebStorage();
  storage.setItem('language', 'ar');
  storage.setItem('upload:broken', 'x{');
  let now = start;
  const urls = uploadUrlStorage(
    () => storage,
    () => now,
  );
  await urls.addUpload('old', upload(url));
  now = start + day;
  await urls.addUpload('new', upload(url));
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).sort();
  expect(keys).toEqual(['language', 'upload:new']);
  await urls.removeUpload('upload:new');
  expect(await urls.findAllUploads()).toEqual([]);
});

test('works without storage if the browser blocks it', async () => {
  const urls = uploadUrlStorage(() => {
    throw new Error('The operation is insecure');
  });
  await expect(urls.addUpload('a', upload(url))).resolves.toBeTypeOf('string');
  await expect(urls.findUploadsByFingerprint('a')).resolves.toEqual([]);
  await expect(urls.removeUpload('upload:a')).resolves.toBeUndefined();
});
