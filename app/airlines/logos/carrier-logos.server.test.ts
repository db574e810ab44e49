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
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { svg } from '#tests/support/medical-files.ts';
import { type LogoBehaviour, logoOf, type StandInLogos, startStandInLogos } from '#tests/support/stand-in-logos.ts';
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

const expectedPicture = (code: string) => ({ bytes: logoOf(code), type: 'image/png' });

/** Codes outside our list: two digits. */
const unknownCodes = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(2, '0'));

/** All codes of a letter followed by a letter or digit. */
const codes = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').flatMap((one) =>
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', (other) => one + other),
);

test('fetches a logo once for concurrent and later requests', async () => {
  service.behave('slow');
  const found = await Promise.all(Array.from({ length: 50 }, () => logos.find('QR')));
  expect(found).toEqual(Array.from({ length: 50 }, () => expectedPicture('QR')));
  expect(await logos.find('QR')).toEqual(expectedPicture('QR'));
  expect(service.asked).toEqual(['QR']);
});

test('stores a logo complete, under its code, in a folder that only this user can access', async () => {
  await logos.find('QR');
  expect(readdirSync(folder)).toEqual(['QR']);
  expect(readFileSync(join(folder, 'QR'))).toEqual(logoOf('QR'));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'QR')).mode & 0o777).toBe(0o600);
});

test('survives a restart, and deletes partial files left by a crash', async () => {
  logos.register(['00']);
  await logos.find('00');
  writeFileSync(join(folder, 'LH-0123456789abcdef.part'), 'half');
  await reopen();
  expect(await logos.find('00')).toEqual(expectedPicture('00'));
  expect(service.asked).toEqual(['00']);
  expect(readdirSync(folder)).toEqual(['00']);
});

describe('a logo that is older than 30 days', () => {
  const old = Buffer.concat([logoOf('QR'), Buffer.from('old')]);

  beforeEach(async () => {
    await logos.find('QR');
    writeFileSync(join(folder, 'QR'), old);
    service.asked.length = 0;
  });

  test('is served while it is fetched again', async () => {
    clockOffset = 30 * day - minute;
    expect((await logos.find('QR'))?.bytes).toEqual(old);
    expect(service.asked).toEqual([]);

    clockOffset = 30 * day + minute;
    expect((await logos.find('QR'))?.bytes).toEqual(old);
    await vi.waitFor(async () => expect((await logos.find('QR'))?.bytes).toEqual(logoOf('QR')));
    clockOffset = 60 * day;
    await logos.find('QR');
    expect(service.asked).toEqual(['QR']);
  });

  test('is recognised by its file time after a restart', async () => {
    const longAgo = new Date(Date.now() - 31 * day);
    utimesSync(join(folder, 'QR'), longAgo, longAgo);
    await reopen();
    expect((await logos.find('QR'))?.bytes).toEqual(old);
    await vi.waitFor(() => expect(readFileSync(join(folder, 'QR'))).toEqual(logoOf('QR')));
  });

  test.each<LogoBehaviour>(['missing', 'busy', 'svg'])(
    'is kept if the service now responds with %s',
    async (behaviour) => {
      service.behave(behaviour);
      clockOffset = 31 * day;
      await logos.find('QR');
      await vi.waitFor(() => expect(logged).toHaveLength(1));
      expect((await logos.find('QR'))?.bytes).toEqual(old);
      expect(service.asked).toEqual(['QR']);
    },
  );
});

describe('when the service has no logo', () => {
  test.each<LogoBehaviour>(['missing', 'redirect', 'svg', 'html', 'empty', 'large'])(
    'the response "%s" is logged, and not retried for a day',
    async (behaviour) => {
      service.behave(behaviour);
      expect(await logos.find('QR')).toBeUndefined();
      service.behave('logo');
      clockOffset = day - minute;
      expect(await logos.find('QR')).toBeUndefined();
      expect(service.asked).toEqual(['QR']);
      expect(readdirSync(folder)).toEqual([]);
      expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ code: 'QR', msg: 'no carrier logo' }]);
      clockOffset = day + minute;
      expect(await logos.find('QR')).toEqual(expectedPicture('QR'));
    },
  );

  test.each<LogoBehaviour>(['busy', 'breaks'])(
    'an unavailable service (%s) is not asked again for ten minutes',
    async (behaviour) => {
      service.behave(behaviour);
      expect(await logos.find('QR')).toBeUndefined();
      service.behave('logo');
      clockOffset = 9 * minute;
      expect(await logos.find('QR')).toBeUndefined();
      expect(service.asked).toEqual(['QR']);
      clockOffset = 11 * minute;
      expect(await logos.find('QR')).toEqual(expectedPicture('QR'));
    },
  );

  test('a hanging service delays a visitor by at most a second, and does not delay shutdown', async () => {
    service.behave('hangs');
    const started = performance.now();
    const found = await Promise.all(['QR', 'LH', 'TK', 'SV', 'KU', 'MS'].map((code) => logos.find(code)));
    expect(found.filter(Boolean)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(1_500);
    expect(service.asked).toHaveLength(4);
    await logos.stop();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('abuse', () => {
  test('codes that have not occurred in any search are not requested', async () => {
    const asked = await Promise.all(unknownCodes(100).map((code) => logos.find(code)));
    expect(asked.filter(Boolean)).toEqual([]);
    expect(service.asked).toEqual([]);
    logos.register(['00']);
    expect(await logos.find('00')).toEqual(expectedPicture('00'));
  });

  test.each(['', '..', '../site.db', 'qr', 'Q', 'QTR', 'Q.', '%2e', 'Q\0'])('%j is not a code', async (code) => {
    logos.register([code]);
    expect(await logos.find(code)).toBeUndefined();
    expect(service.asked).toEqual([]);
  });

  test('at most four are fetched at once', async () => {
    service.behave('slow');
    const some = codes.slice(0, 12);
    logos.register(some);
    expect(await Promise.all(some.map((code) => logos.find(code)))).toEqual(some.map(expectedPicture));
    expect(service.maxConcurrent).toBe(4);
  });

  test('caches at most 500: the oldest is evicted, and not fetched again at once', { timeout: 30_000 }, async () => {
    const many = codes.slice(0, 510);
    logos.register(many);
    for (const code of many) expect(await logos.find(code)).toEqual(expectedPicture(code));
    expect(readdirSync(folder).sort()).toEqual(many.slice(10).sort());
    expect(await logos.find(many[0] ?? '')).toBeUndefined();
    expect(service.asked).toEqual(many);
  });
});

describe('disk failures', () => {
  test('a logo that cannot be stored is still served', async () => {
    chmodSync(folder, 0o500);
    // Root may write everywhere, so the folder is removed instead.
    if (process.getuid?.() === 0) rmSync(folder, { recursive: true });
    expect(await logos.find('QR')).toEqual(expectedPicture('QR'));
    expect(logged.join('')).toContain('a carrier logo could not be stored');
    expect(await logos.find('QR'), 'the service is not asked again immediately').toBeUndefined();
    expect(service.asked).toEqual(['QR']);
  });

  test.each([
    ['an SVG document', svg],
    ['no bytes', Buffer.alloc(0)],
  ])('a file overwritten with %s is not served, and is fetched again the next day', async (_what, content) => {
    await logos.find('QR');
    writeFileSync(join(folder, 'QR'), content);
    expect(await logos.find('QR')).toBeUndefined();
    clockOffset = day + minute;
    expect(await logos.find('QR')).toEqual(expectedPicture('QR'));
  });

  test('a deleted logo is fetched again the next day', async () => {
    await logos.find('QR');
    rmSync(join(folder, 'QR'));
    expect(await logos.find('QR')).toBeUndefined();
    clockOffset = day + minute;
    expect(await logos.find('QR')).toEqual(expectedPicture('QR'));
    expect(service.asked).toEqual(['QR', 'QR']);
  });
});

test('there are no logos without an image service', async () => {
  noCarrierLogos.register(['QR']);
  expect(await noCarrierLogos.find('QR')).toBeUndefined();
  await noCarrierLogos.stop();
});
