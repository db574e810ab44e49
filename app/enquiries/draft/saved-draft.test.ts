import { describe, expect, test } from 'vitest';
import { openWebStorage } from '#tests/support/browser-storage.ts';
import { readSavedDraft, type SavedDraft, savedDraftName, writeSavedDraft } from './saved-draft.ts';

const now = Date.UTC(2027, 2, 27, 12);
const day = 24 * 60 * 60 * 1000;
const draft: SavedDraft = {
  begunAt: now - 1000,
  values: { texts: [['name', 'أحمد']], choices: [['needs', 'oxygen']] },
  token: 'AAAAAAAAAAAAAAAAAAAAAA',
  fileCount: 2,
};

const failingStorage = () => {
  throw new Error('The operation is insecure');
};

/** Adds an expiry to a draft, without which it would count as expired. */
const entry = (value: object) => ({ until: draft.begunAt + day, ...value });

/** Saves a value as the contact form's draft. @returns the draft read at this time */
function saveAndRead(value: unknown, at = now): SavedDraft | undefined {
  const storage = openWebStorage();
  const isEntry = typeof value === 'object' && value !== null && !Array.isArray(value);
  storage.setItem(
    'kept-form:contact',
    typeof value === 'string' ? value : JSON.stringify(isEntry ? entry(value) : value),
  );
  return readSavedDraft('contact', () => storage, at);
}

test('reads a saved draft back, for the same form only', () => {
  const storage = openWebStorage();
  writeSavedDraft('contact', draft, () => storage);
  expect(readSavedDraft('contact', () => storage, now)).toEqual(draft);
  expect(readSavedDraft('evacuation', () => storage, now)).toBeUndefined();
  writeSavedDraft('contact', undefined, () => storage);
  expect(storage.length).toBe(0);
});

test('ignores drafts that are a day old or from the future', () => {
  expect(saveAndRead(draft, draft.begunAt + day - 1)).toEqual(draft);
  expect(saveAndRead(draft, draft.begunAt + day)).toBeUndefined();
  expect(saveAndRead(draft, draft.begunAt - 1)).toBeUndefined();
});

test('deletes expired drafts when any draft is read', () => {
  const storage = openWebStorage();
  writeSavedDraft('contact', draft, () => storage);
  readSavedDraft('evacuation', () => storage, draft.begunAt + day - 1);
  expect(storage.length).toBe(1);
  readSavedDraft('evacuation', () => storage, draft.begunAt + day);
  expect(storage.length).toBe(0);
});

test('names a draft by form and page, independently of the language', () => {
  const names = [
    '/ar/medical-flight/a',
    '/en/medical-flight/a',
    '/ar/medical-flight/b',
    '/ar',
    '/en',
    '/treatment/ar/a',
  ];
  expect(names.map((path) => savedDraftName('form', path))).toEqual([
    ...['form:/medical-flight/a', 'form:/medical-flight/a', 'form:/medical-flight/b', 'form:', 'form:'],
    'form:/treatment/a',
  ]);
});

test('reports no files for a draft without a token', () => {
  const { token: _, ...rest } = draft;
  expect(saveAndRead(rest)).toEqual({ ...rest, token: undefined, fileCount: 0 });
});

describe('ignores', () => {
  test.each([
    ['invalid JSON', 'x{'],
    ['null', 'null'],
    ['text', '"text"'],
    ['a list', []],
    ['a malformed time', { ...draft, begunAt: '1' }],
    ['missing values', { ...draft, values: undefined }],
    ['malformed values', { ...draft, values: { texts: { name: 'a' }, choices: [] } }],
    ['malformed pairs', { ...draft, values: { texts: [['name', 1]], choices: [] } }],
    ['a malformed token', { ...draft, token: '<script>' }],
  ])('%s', (_case, value) => {
    expect(saveAndRead(value)).toBeUndefined();
  });

  test('storage that throws when read or written', () => {
    expect(readSavedDraft('contact', failingStorage, now)).toBeUndefined();
    expect(() => writeSavedDraft('contact', draft, failingStorage)).not.toThrow();
  });
});
