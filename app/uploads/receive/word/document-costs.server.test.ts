import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { costlyDocuments } from '#tests/support/costly-documents.ts';
import { documentProblem } from '#tests/support/document-problem.ts';
import { growthRatio, stopRatio } from '#tests/support/reference-load.ts';
import { wordDocument } from '#tests/support/word-document.ts';

/** A large document (bytes), and how many times as large it is as a small one. */
const [large, factor] = [80_000, 8];

// Several small ones take as long as a large one, and leave as much garbage to collect.
test.each(costlyDocuments)('a check takes time in proportion to the size: %s', async (_, bytes) => {
  const growth = await growthRatio(
    (size) => {
      const document = bytes(size);
      return async () => {
        for (let checked = 0; checked < large; checked += size) await documentProblem(document);
      };
    },
    [large / factor, large],
  );
  expect(growth).toBeLessThanOrEqual(1.5);
});

test('others have their turn while documents are checked', async () => {
  const documents = costlyDocuments.map(([, bytes]) => bytes(100_000));
  const ratio = await stopRatio(async () => {
    for (const document of documents) await documentProblem(document);
  });
  expect(ratio).toBeLessThanOrEqual(2);
});

test('others have their turn while a document of 10 MB is checked', async () => {
  const document = wordDocument({
    parts: {
      'word/media/image1.png': randomBytes(5_000_000),
      'word/document.xml': `<a>${randomBytes(3_500_000).toString('base64')}</a>`,
    },
  });
  expect(document.length).toBeGreaterThan(8_000_000);
  expect(await stopRatio(() => documentProblem(document))).toBeLessThanOrEqual(2);
});

test('three documents at once take at most 64 MiB', async () => {
  const program = fileURLToPath(new URL('../../../../tests/support/document-memory.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program]);
  expect(Number(stdout)).toBeLessThanOrEqual(64);
});
