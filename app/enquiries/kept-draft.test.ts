import { describe, expect, test } from 'vitest';
import { openStorage } from '#tests/support/browser-storage.ts';
import { keptDraftName, readKeptDraft, writeKeptDraft, type KeptDraft } from './kept-draft.ts';

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

/** Without its end, an entry would already count as over. */
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

test('what was kept of a form comes back, for that form alone', () => {
  const storage = openStorage();
  writeKeptDraft('contact', draft, () => storage);
  expect(readKeptDraft('contact', () => storage, now)).toEqual(draft);
  expect(readKeptDraft('evacuation', () => storage, now)).toBeUndefined();
  writeKeptDraft('contact', undefined, () => storage);
  expect(storage.length).toBe(0);
});

test('for a day and not longer, nor from the future', () => {
  expect(keep(draft, draft.begunAt + day - 1)).toEqual(draft);
  expect(keep(draft, draft.begunAt + day)).toBeUndefined();
  expect(keep(draft, draft.begunAt - 1)).toBeUndefined();
});

test('what is over is deleted when any form is read', () => {
  const storage = openStorage();
  writeKeptDraft('contact', draft, () => storage);
  readKeptDraft('evacuation', () => storage, draft.begunAt + day - 1);
  expect(storage.length).toBe(1);
  readKeptDraft('evacuation', () => storage, draft.begunAt + day);
  expect(storage.length).toBe(0);
});

test('the entry is the same in every language, and another for each page', () => {
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

test('without files there is no token, and without a token no files', () => {
  const { token: _, ...rest } = draft;
  expect(keep(rest)).toEqual({ ...rest, token: undefined, fileCount: 0 });
});

describe('counts as nothing:', () => {
  test.each([
    ['no JSON', 'x{'],
    ['nothing', 'null'],
    ['text', '"text"'],
    ['a list', []],
    ['no moment', { ...draft, begunAt: '1' }],
    ['no values', { ...draft, values: undefined }],
    ['values of another shape', { ...draft, values: { texts: { name: 'a' }, choices: [] } }],
    ['pairs that are none', { ...draft, values: { texts: [['name', 1]], choices: [] } }],
    ['a token that is none', { ...draft, token: '<script>' }],
  ])('%s', (_case, value) => {
    expect(keep(value)).toBeUndefined();
  });

  test('a storage that throws, which is not written to either', () => {
    expect(readKeptDraft('contact', forbidden, now)).toBeUndefined();
    expect(() => writeKeptDraft('contact', draft, forbidden)).not.toThrow();
  });
});
