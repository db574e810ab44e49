import { describe, expect, test } from 'vitest';
import { documentProblem } from '#tests/support/document-problem.ts';
import { honestDocuments } from '#tests/support/honest-documents.ts';
import { hostileDocuments } from '#tests/support/hostile-documents.ts';

const { fetched, embedded, fields, links, unclear } = hostileDocuments;

test.each(honestDocuments)('accepts %s', async (_, bytes) => {
  expect(await documentProblem(bytes)).toBeUndefined();
});

describe.each([
  ['what is fetched', fetched],
  ['programs and embedded documents', embedded],
])('refuses %s:', (_, documents) => {
  test.each(documents)('%s', async (_name, bytes) => {
    expect(await documentProblem(bytes)).toBe('file_active');
  });
});

describe('refuses fields that start or fetch something:', () => {
  test.each([...fields, ...links])('%s', async (_, bytes) => {
    expect(await documentProblem(bytes)).toMatch(/^file_(?:active|unchecked)$/);
  });
});

describe('does not claim to know what cannot be told:', () => {
  test.each(unclear)('%s', async (_, bytes) => {
    expect(await documentProblem(bytes)).toBe('file_unchecked');
  });
});
