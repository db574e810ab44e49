import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cacheBody, type Encoding } from './compress.server.ts';

const text = 'A family waits for an aircraft. '.repeat(200);

const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

test.each<[Encoding, Encoding, Encoding]>([
  ['br', 'gzip', 'identity'],
  ['identity', 'br', 'gzip'],
  ['gzip', 'identity', 'br'],
])('a body is the same in %s, then %s, then %s, and each is made once', async (...encodings) => {
  const body = cacheBody(Buffer.from(text), 'small');
  for (const encoding of encodings) {
    const encoded = await body.in(encoding);
    expect(decode[encoding](encoded).toString()).toBe(text);
    expect(await body.in(encoding)).toBe(encoded);
  }
  expect((await body.in('br')).length).toBeLessThan(text.length / 20);
});

test('clients that ask at the same time share one compression', async () => {
  const body = cacheBody(Buffer.from(text), 'small');
  const [one, two, gzipped] = await Promise.all([body.in('br'), body.in('br'), body.in('gzip')]);
  expect(two).toBe(one);
  expect(gunzipSync(gzipped).toString()).toBe(text);
});
