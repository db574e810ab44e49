import { describe, expect, test } from 'vitest';
import { openStorage } from '#tests/support/browser-storage.ts';
import { type KeptDraft, keptDraftName, readKeptDraft, writeKeptDraft } from './kept-draft.ts';

const now = Date.UTC(2027, 2, 27, 12);
const day = 24 * 60 * 60 * 1000;
const draft: KeptDraft = {
  begunAt: now - 1000,
  values: { texts: [['name', 'أحمد']], choices: [['needs', 'oxygen']] },
  token: 'AAAAAAAAAAAAAAAAAAAAAA',
  fileCount: 2,
};

const forbidden = () => {
  throw new Error('The operation is insecure');
};

/** Entries without an expiry count as expired. */
const entry = (value: object) => ({ until: draft.begunAt + day, ...value });

function keep(value: unknown, at = now): KeptDraft | undefined {
  const storage = openStorage();
  const isEntry = typeof value === 'object' && value !== null && !Array.isArray(value);
  storage.setItem(
    'kept-form:contact',
    typeof value === 'string' ? value : JSON.stringify(isEntry ? entry(value) : value),
  );
  return readKeptDraft('contact', () => storage, at);
}

test('a stored draft is read back, for that form only', () => {
  const storage = openStorage();
  writeKeptDraft('contact', draft, () => storage);
  expect(readKeptDraft('contact', () => storage, now)).toEqual(draft);
  expect(readKeptDraft('evacuation', () => storage, now)).toBeUndefined();
  writeKeptDraft('contact', undefined, () => storage);
  expect(storage.length).toBe(0);
});

test('for a day only, and not from the future', () => {
  expect(keep(draft, draft.begunAt + day - 1)).toEqual(draft);
  expect(keep(draft, draft.begunAt + day)).toBeUndefined();
  expect(keep(draft, draft.begunAt - 1)).toBeUndefined();
});

test('expired drafts are deleted when any draft is read', () => {
  const storage = openStorage();
  writeKeptDraft('contact', draft, () => storage);
  readKeptDraft('evacuation', () => storage, draft.begunAt + day - 1);
  expect(storage.length).toBe(1);
  readKeptDraft('evacuation', () => storage, draft.begunAt + day);
  expect(storage.length).toBe(0);
});

test('the name is the same in every language, and different for each page', () => {
  const names = [
    '/ar/medical-flight/a',
    '/en/medical-flight/a',
    '/ar/medical-flight/b',
    '/ar',
    '/en',
    '/treatment/ar/a',
  ];
  expect(names.map((path) => keptDraftName('form', path))).toEqual([
    ...['form:/medical-flight/a', 'form:/medical-flight/a', 'form:/medical-flight/b', 'form:', 'form:'],
    'form:/treatment/a',
  ]);
});

test('without a token there are no files', () => {
  const { token: _, ...rest } = draft;
  expect(keep(rest)).toEqual({ ...rest, token: undefined, fileCount: 0 });
});

describe('ignores', () => {
  test.each([
    ['invalid JSON', 'x{'],
    ['null', 'null'],
    ['text', '"text"'],
    ['a list', []],
    ['a missing time', { ...draft, begunAt: '1' }],
    ['missing values', { ...draft, values: undefined }],
    ['malformed values', { ...draft, values: { texts: { name: 'a' }, choices: [] } }],
    ['malformed pairs', { ...draft, values: { texts: [['name', 1]], choices: [] } }],
    ['a malformed token', { ...draft, token: '<script>' }],
  ])('%s', (_case, value) => {
    expect(keep(value)).toBeUndefined();
  });

  test('storage that throws, also on writing', () => {
    expect(readKeptDraft('contact', forbidden, now)).toBeUndefined();
    expect(() => writeKeptDraft('contact', draft, forbidden)).not.toThrow();
  });
});
