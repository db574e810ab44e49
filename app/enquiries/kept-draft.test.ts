import { describe, expect, test } from 'vitest';
import { readKeptDraft, writeKeptDraft, type KeptDraft } from './kept-draft.ts';

const now = Date.UTC(2027, 2, 27, 12);
const day = 24 * 60 * 60 * 1000;
const draft: KeptDraft = {
  begunAt: now - 1000,
  values: { texts: [['name', 'أحمد']], choices: [['needs', 'oxygen']] },
  token: 'AAAAAAAAAAAAAAAAAAAAAA',
  fileCount: 2,
};

/** A browser's storage, by its standard. */
function openStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

const forbidden = () => {
  throw new Error('The operation is insecure');
};

function keep(value: unknown, at = now): KeptDraft | undefined {
  const storage = openStorage();
  storage.setItem('kept-form:contact', typeof value === 'string' ? value : JSON.stringify(value));
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
