import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { svg } from '#tests/support/medical-files.ts';
import { type LogoBehaviour, logoOf, type StandInLogos, startStandInLogos } from '#tests/support/stand-in-logos.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type CarrierLogos, noCarrierLogos, openCarrierLogos } from './carrier-logos.server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let parent: string;
let folder: string;
let service: StandInLogos;
let logos: CarrierLogos;
/** Offset of the cache's clock (ms). */
let clockOffset: number;
let logged: string[];

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'logos-'));
  folder = join(parent, 'data', 'carrier-logos');
  clockOffset = 0;
  logged = [];
  service = await startStandInLogos();
  logos = await open();
});

afterEach(async () => {
  await logos.stop();
  await service.close();
  rmSync(parent, { recursive: true });
});

const open = () =>
  openCarrierLogos(
    { template: service.template, folder },
    pino({ base: null }, { write: (line) => logged.push(line) }),
    () => Date.now() + clockOffset,
  );

async function reopen(): Promise<void> {
  await logos.stop();
  logos = await open();
}

const expectedLogo = (code: string) => ({ bytes: logoOf(code), type: 'image/png' });

/** Codes of two digits, which our list does not contain. */
const unknownCodes = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(2, '0'));

/** All codes that consist of a letter followed by a letter or digit. */
const codes = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').flatMap((first) =>
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', (second) => first + second),
);

test('fetches a logo once for concurrent and later requests', async () => {
  service.setBehaviour('slow');
  const found = await Promise.all(Array.from({ length: 50 }, () => logos.find('QR')));
  expect(found).toEqual(Array.from({ length: 50 }, () => expectedLogo('QR')));
  expect(await logos.find('QR')).toEqual(expectedLogo('QR'));
  expect(service.requestedCodes).toEqual(['QR']);
});

test('stores the complete logo under its code, in a folder that only the current user can access', async () => {
  await logos.find('QR');
  expect(readdirSync(folder)).toEqual(['QR']);
  expect(readFileSync(join(folder, 'QR'))).toEqual(logoOf('QR'));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'QR')).mode & 0o777).toBe(0o600);
});

test('after a restart, stored logos are found and partial files left by a crash are deleted', async () => {
  logos.register(['00']);
  await logos.find('00');
  writeFileSync(join(folder, 'LH-0123456789abcdef.part'), 'half');
  await reopen();
  expect(await logos.find('00')).toEqual(expectedLogo('00'));
  expect(service.requestedCodes).toEqual(['00']);
  expect(readdirSync(folder)).toEqual(['00']);
});

describe('a logo that is older than 30 days', () => {
  const old = Buffer.concat([logoOf('QR'), Buffer.from('old')]);

  beforeEach(async () => {
    await logos.find('QR');
    writeFileSync(join(folder, 'QR'), old);
    service.requestedCodes.length = 0;
  });

  test('is served while a new one is fetched', async () => {
    clockOffset = 30 * day - minute;
    expect((await logos.find('QR'))?.bytes).toEqual(old);
    expect(service.requestedCodes).toEqual([]);

    clockOffset = 30 * day + minute;
    expect((await logos.find('QR'))?.bytes).toEqual(old);
    await expect.poll(async () => (await logos.find('QR'))?.bytes).toEqual(logoOf('QR'));
    clockOffset = 60 * day;
    await logos.find('QR');
    expect(service.requestedCodes).toEqual(['QR']);
  });

  test('is recognised after a restart by its modification time', async () => {
    const longAgo = new Date(Date.now() - 31 * day);
    utimesSync(join(folder, 'QR'), longAgo, longAgo);
    await reopen();
    expect((await logos.find('QR'))?.bytes).toEqual(old);
    await expect.poll(() => readFileSync(join(folder, 'QR'))).toEqual(logoOf('QR'));
  });

  test.each<LogoBehaviour>(['missing', 'busy', 'svg'])(
    'is kept if the service now responds with "%s"',
    async (behaviour) => {
      service.setBehaviour(behaviour);
      clockOffset = 31 * day;
      await logos.find('QR');
      await expect.poll(() => logged).toHaveLength(1);
      expect((await logos.find('QR'))?.bytes).toEqual(old);
      expect(service.requestedCodes).toEqual(['QR']);
    },
  );
});

describe('when the service has no logo', () => {
  test.each<LogoBehaviour>(['missing', 'redirect', 'svg', 'html', 'empty', 'large'])(
    'the response "%s" is logged, and it is not requested again for a day',
    async (behaviour) => {
      service.setBehaviour(behaviour);
      expect(await logos.find('QR')).toBeUndefined();
      service.setBehaviour('logo');
      clockOffset = day - minute;
      expect(await logos.find('QR')).toBeUndefined();
      expect(service.requestedCodes).toEqual(['QR']);
      expect(readdirSync(folder)).toEqual([]);
      expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { code: 'QR', msg: 'The image service did not provide a carrier logo' },
      ]);
      clockOffset = day + minute;
      expect(await logos.find('QR')).toEqual(expectedLogo('QR'));
    },
  );

  test.each<LogoBehaviour>(['busy', 'connection-reset'])(
    'an unavailable service (%s) is not contacted again for ten minutes',
    async (behaviour) => {
      service.setBehaviour(behaviour);
      expect(await logos.find('QR')).toBeUndefined();
      service.setBehaviour('logo');
      clockOffset = 9 * minute;
      expect(await logos.find('QR')).toBeUndefined();
      expect(service.requestedCodes).toEqual(['QR']);
      clockOffset = 11 * minute;
      expect(await logos.find('QR')).toEqual(expectedLogo('QR'));
    },
  );

  test('a hanging service delays neither a visitor until its timeout nor shutdown', async () => {
    service.setBehaviour('hangs');
    const found = await Promise.all(['QR', 'LH', 'TK', 'SV', 'KU', 'MS'].map((code) => logos.find(code)));
    expect(found.filter(Boolean)).toEqual([]);
    // The requests end only after their timeout of five seconds.
    expect(service.activeRequests()).toBe(4);
    expect(service.requestedCodes).toHaveLength(4);
    await logos.stop();
    await waitFor(() => service.activeRequests() === 0);
  });
});

describe('abuse', () => {
  test('codes that no search has returned are not requested', async () => {
    const found = await Promise.all(unknownCodes(100).map((code) => logos.find(code)));
    expect(found.filter(Boolean)).toEqual([]);
    expect(service.requestedCodes).toEqual([]);
    logos.register(['00']);
    expect(await logos.find('00')).toEqual(expectedLogo('00'));
  });

  test.each(['', '..', '../site.db', 'qr', 'Q', 'QTR', 'Q.', '%2e', 'Q\0'])(
    'the invalid code %j is ignored',
    async (code) => {
      logos.register([code]);
      expect(await logos.find(code)).toBeUndefined();
      expect(service.requestedCodes).toEqual([]);
    },
  );

  test('at most four logos are fetched at once', async () => {
    service.setBehaviour('slow');
    const twelveCodes = codes.slice(0, 12);
    logos.register(twelveCodes);
    // On a busy machine, a logo may take longer than a page waits for it.
    await expect
      .poll(() => Promise.all(twelveCodes.map((code) => logos.find(code))))
      .toEqual(twelveCodes.map(expectedLogo));
    expect(service.maxConcurrent).toBe(4);
  });

  test('at most 500 logos are cached: the oldest is evicted, and not fetched again immediately', async () => {
    const allCodes = codes.slice(0, 510);
    logos.register(allCodes);
    for (const code of allCodes) expect(await logos.find(code)).toEqual(expectedLogo(code));
    expect(readdirSync(folder).sort()).toEqual(allCodes.slice(10).sort());
    expect(await logos.find(allCodes[0] ?? '')).toBeUndefined();
    expect(service.requestedCodes).toEqual(allCodes);
  });
});

describe('disk failures', () => {
  test('a logo that cannot be stored is still served', async () => {
    chmodSync(folder, 0o500);
    // Root can write anywhere, so the folder is removed instead.
    if (process.getuid?.() === 0) rmSync(folder, { recursive: true });
    expect(await logos.find('QR')).toEqual(expectedLogo('QR'));
    expect(logged.join('')).toContain('A carrier logo could not be stored');
    expect(await logos.find('QR'), 'no second request follows immediately').toBeUndefined();
    expect(service.requestedCodes).toEqual(['QR']);
  });

  test.each([
    ['an SVG document', svg],
    ['no bytes', Buffer.alloc(0)],
  ])('a file overwritten with %s is not served, and is fetched again the next day', async (_title, content) => {
    await logos.find('QR');
    writeFileSync(join(folder, 'QR'), content);
    expect(await logos.find('QR')).toBeUndefined();
    clockOffset = day + minute;
    expect(await logos.find('QR')).toEqual(expectedLogo('QR'));
  });

  test('a deleted logo is fetched again the next day', async () => {
    await logos.find('QR');
    rmSync(join(folder, 'QR'));
    expect(await logos.find('QR')).toBeUndefined();
    clockOffset = day + minute;
    expect(await logos.find('QR')).toEqual(expectedLogo('QR'));
    expect(service.requestedCodes).toEqual(['QR', 'QR']);
  });
});

test('without an image service no logos are found', async () => {
  noCarrierLogos.register(['QR']);
  expect(await noCarrierLogos.find('QR')).toBeUndefined();
  await noCarrierLogos.stop();
});
