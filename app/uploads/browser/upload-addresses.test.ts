import { expect, test } from 'vitest';
import { openWebStorage } from '#tests/support/browser-storage.ts';
import { uploadAddresses, uploadFingerprint } from './upload-addresses.ts';

const start = Date.UTC(2027, 2, 27);
const day = 24 * 60 * 60 * 1000;
const address = 'https://site.example/uploads/1';
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

test('an unfinished upload is found for a day, with the same file and draft', async () => {
  const storage = openWebStorage();
  let now = start;
  const addresses = uploadAddresses(
    () => storage,
    () => now,
  );
  const fingerprint = await uploadFingerprint(file, token);
  await addresses.addUpload(fingerprint, upload(address));
  const [found] = await addresses.findUploadsByFingerprint(fingerprint);
  expect(found?.uploadUrl).toBe(address);
  for (const other of [
    await uploadFingerprint({ ...file, name: 'other.pdf' }, token),
    await uploadFingerprint({ ...file, size: 5001 }, token),
    await uploadFingerprint({ ...file, lastModified: 2 }, token),
    await uploadFingerprint(file, 'BAAAAAAAAAAAAAAAAAAAAA'),
    '',
  ]) {
    expect(await addresses.findUploadsByFingerprint(other)).toEqual([]);
  }
  now = start + day;
  expect(await addresses.findUploadsByFingerprint(fingerprint)).toEqual([]);
  expect(storage.length).toBe(0);
});

test('stores neither the file name nor the draft token', async () => {
  const storage = openWebStorage();
  await uploadAddresses(() => storage).addUpload(await uploadFingerprint(file, token), upload(address));
  const key = storage.key(0) ?? '';
  const entry = key + (storage.getItem(key) ?? '');
  expect(entry).toContain(address);
  expect(entry).not.toContain(file.name);
  expect(entry).not.toContain(token);
});

test('adding an upload removes expired and malformed entries', async () => {
  const storage = openWebStorage();
  storage.setItem('language', 'ar');
  storage.setItem('upload:broken', 'x{');
  let now = start;
  const addresses = uploadAddresses(
    () => storage,
    () => now,
  );
  await addresses.addUpload('old', upload(address));
  now = start + day;
  await addresses.addUpload('new', upload(address));
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).sort();
  expect(keys).toEqual(['language', 'upload:new']);
  await addresses.removeUpload('upload:new');
  expect(await addresses.findAllUploads()).toEqual([]);
});

test('works without storage if the browser blocks it', async () => {
  const addresses = uploadAddresses(() => {
    throw new Error('The operation is insecure');
  });
  await expect(addresses.addUpload('a', upload(address))).resolves.toBeTypeOf('string');
  await expect(addresses.findUploadsByFingerprint('a')).resolves.toEqual([]);
  await expect(addresses.removeUpload('upload:a')).resolves.toBeUndefined();
});
