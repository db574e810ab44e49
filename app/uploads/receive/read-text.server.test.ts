import { expect, test } from 'vitest';
import { readText } from './read-text.server.ts';
import { UploadAborted } from './read-upload.server.ts';

function requestOf(body: BodyInit | null): Request {
  return new Request('https://site.example/faults', { method: 'POST', body, duplex: 'half' });
}

/** A body that arrives in pieces, and how many of them have been asked for. */
function pieces(piece: Uint8Array, count: number, fails = false) {
  const sent = { count: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent.count < count) {
        sent.count += 1;
        controller.enqueue(piece);
      } else if (fails) controller.error(new Error('connection reset'));
      else controller.close();
    },
  });
  return { body, sent };
}

test.each([
  ['nothing', null, ''],
  ['a short text', '{"a":"ب"}', '{"a":"ب"}'],
  ['a text that begins with a byte order mark', '\uFEFF{}', '{}'],
  ['as many bytes as allowed', 'x'.repeat(100), 'x'.repeat(100)],
  ['one byte more', 'x'.repeat(101), undefined],
  ['one byte more in fewer characters', `${'x'.repeat(99)}é`, undefined],
])('reads %s', async (_name, body, text) => {
  expect(await readText(requestOf(body), 100)).toBe(text);
});

test('a body that is too long is drained', async () => {
  const { body, sent } = pieces(new Uint8Array(1_000_000), 50);
  expect(await readText(requestOf(body), 100)).toBeUndefined();
  expect(sent.count).toBe(50);
});

test('a character may arrive in two pieces', async () => {
  // The letter ب in UTF-8, between two halves.
  const { body } = pieces(new Uint8Array([0xa8, 0xd8]), 2);
  expect(await readText(requestOf(body), 100)).toBe('\uFFFDب\uFFFD');
});

test('a broken connection is not the end of a text', async () => {
  const { body } = pieces(new Uint8Array([123]), 3, true);
  await expect(readText(requestOf(body), 100)).rejects.toBeInstanceOf(UploadAborted);
});
