import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clamd } from '../../app/uploads/virus-check/clamd.server.ts';
import { type Clamd, eicarName, startClamd } from '../support/clamd.ts';
import { inChunks } from '../support/in-chunks.ts';
import { eicar, infectedPdf, pdf } from '../support/medical-files.ts';

describe.each(['unix', 'tcp'] as const)('with clamd on a %s socket', (socketType) => {
  let daemon: Clamd;
  beforeAll(async () => {
    daemon = await startClamd({ StreamMaxLength: '5M', MaxFileSize: '3M' }, socketType);
  });
  afterAll(() => daemon.close());

  test('a ping gets a response', async () => {
    expect(await clamd(daemon.url).ping()).toBe(true);
  });

  test.each([1, 2048, 65_536, 2_900_000])('a harmless file of %d bytes is clean', async (size) => {
    expect(await clamd(daemon.url).scan(inChunks(pdf(size)))).toEqual({ verdict: 'clean' });
  });

  test('an infected file is reported with the name of the virus, whatever the chunk size', async () => {
    for (const length of [7, 1000, 64 * 1024]) {
      const result = await clamd(daemon.url).scan(inChunks(infectedPdf(), length));
      expect(result).toEqual({ verdict: 'infected', finding: eicarName });
    }
  });

  test('an empty chunk does not end the file', async () => {
    const chunks = [pdf(500), Buffer.alloc(0), eicar];
    expect((await clamd(daemon.url).scan(Readable.from(chunks))).verdict).toBe('infected');
  });

  test('a file beyond the scan limits is unchecked, not clean', async () => {
    const result = await clamd(daemon.url).scan(inChunks(pdf(4_000_000)));
    expect(result).toEqual({ verdict: 'unchecked', finding: 'MaxFileSize' });
  });

  test('a file that clamd does not read to the end is unchecked, and its stream is closed', async () => {
    const files: Readable[] = [];
    const scan = () => {
      const file = inChunks(pdf(30_000_000));
      files.push(file);
      return clamd(daemon.url).scan(file);
    };
    // The response may be lost with the connection, so retry.
    await expect.poll(scan).toEqual({ verdict: 'unchecked', finding: 'StreamMaxLength' });
    await expect.poll(() => files.every(({ destroyed }) => destroyed)).toBe(true);
  });

  test('an error of the file stream is rethrown', async () => {
    const broken = Readable.from(
      (async function* () {
        yield await Promise.resolve(pdf(100));
        throw new Error('disk broken');
      })(),
    );
    await expect(clamd(daemon.url).scan(broken)).rejects.toThrow('disk broken');
  });
});
