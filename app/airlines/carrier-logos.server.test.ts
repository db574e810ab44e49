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
import { logoOf, startStandInLogos, type LogoBehaviour, type StandInLogos } from '#tests/support/stand-in-logos.ts';
import { noCarrierLogos, openCarrierLogos, type CarrierLogos } from './carrier-logos.server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let parent: string;
let folder: string;
let service: StandInLogos;
let logos: CarrierLogos;
/** How far the store's clock is ahead. */
let later: number;
let logged: string[];

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'logos-'));
  folder = join(parent, 'data', 'carrier-logos');
  later = 0;
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
    () => Date.now() + later,
  );

async function reopen(): Promise<void> {
  await logos.stop();
  logos = await open();
}

const shown = (code: string) => ({ bytes: logoOf(code), type: 'image/png' });

/** Codes that no airline of our list has: two digits. */
const madeUp = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(2, '0'));

/** Every code of a letter and a letter or digit. */
const codes = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').flatMap((one) =>
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', (other) => one + other),
);

test('a logo is fetched once, however many ask at once and later', async () => {
  service.behave('slow');
  const found = await Promise.all(Array.from({ length: 50 }, () => logos.find('QR')));
  expect(found).toEqual(Array.from({ length: 50 }, () => shown('QR')));
  expect(await logos.find('QR')).toEqual(shown('QR'));
  expect(service.asked).toEqual(['QR']);
});

test('it lies in a folder for this user only, whole and under its code', async () => {
  await logos.find('QR');
  expect(readdirSync(folder)).toEqual(['QR']);
  expect(readFileSync(join(folder, 'QR'))).toEqual(logoOf('QR'));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'QR')).mode & 0o777).toBe(0o600);
});

test('it is kept over a restart, and what a crash left unfinished is cleared away', async () => {
  logos.know(['00']);
  await logos.find('00');
  writeFileSync(join(folder, 'LH-0123456789abcdef.part'), 'half');
  await reopen();
  expect(await logos.find('00')).toEqual(shown('00'));
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

  test('is shown while it is fetched anew', async () => {
    later = 30 * day - minute;
    expect((await logos.find('QR'))?.bytes).toEqual(old);
    expect(service.asked).toEqual([]);

    later = 30 * day + minute;
    expect((await logos.find('QR'))?.bytes).toEqual(old);
    await vi.waitFor(async () => expect((await logos.find('QR'))?.bytes).toEqual(logoOf('QR')));
    later = 60 * day;
    await logos.find('QR');
    expect(service.asked).toEqual(['QR']);
  });

  test('is told by its file after a restart', async () => {
    const longAgo = new Date(Date.now() - 31 * day);
    utimesSync(join(folder, 'QR'), longAgo, longAgo);
    await reopen();
    expect((await logos.find('QR'))?.bytes).toEqual(old);
    await vi.waitFor(() => expect(readFileSync(join(folder, 'QR'))).toEqual(logoOf('QR')));
  });

  test.each<LogoBehaviour>(['missing', 'busy', 'svg'])(
    'stays if the service now answers with %s',
    async (behaviour) => {
      service.behave(behaviour);
      later = 31 * day;
      await logos.find('QR');
      await vi.waitFor(() => expect(logged).toHaveLength(1));
      expect((await logos.find('QR'))?.bytes).toEqual(old);
      expect(service.asked).toEqual(['QR']);
    },
  );
});

describe('where there is no logo', () => {
  test.each<LogoBehaviour>(['missing', 'redirect', 'svg', 'html', 'empty', 'large'])(
    '%s is remembered for a day, and said in the log',
    async (behaviour) => {
      service.behave(behaviour);
      expect(await logos.find('QR')).toBeUndefined();
      service.behave('logo');
      later = day - minute;
      expect(await logos.find('QR')).toBeUndefined();
      expect(service.asked).toEqual(['QR']);
      expect(readdirSync(folder)).toEqual([]);
      expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ code: 'QR', msg: 'no carrier logo' }]);
      later = day + minute;
      expect(await logos.find('QR')).toEqual(shown('QR'));
    },
  );

  test.each<LogoBehaviour>(['busy', 'breaks'])(
    'a service that is away (%s) is left alone for minutes',
    async (behaviour) => {
      service.behave(behaviour);
      expect(await logos.find('QR')).toBeUndefined();
      service.behave('logo');
      later = 9 * minute;
      expect(await logos.find('QR')).toBeUndefined();
      expect(service.asked).toEqual(['QR']);
      later = 11 * minute;
      expect(await logos.find('QR')).toEqual(shown('QR'));
    },
  );

  test('nobody waits longer than a second for a service that hangs, nor does the end of the process', async () => {
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

describe('what a stranger can cause', () => {
  test('codes that came up in no search are not asked for', async () => {
    const asked = await Promise.all(madeUp(100).map((code) => logos.find(code)));
    expect(asked.filter(Boolean)).toEqual([]);
    expect(service.asked).toEqual([]);
    logos.know(['00']);
    expect(await logos.find('00')).toEqual(shown('00'));
  });

  test.each(['', '..', '../site.db', 'qr', 'Q', 'QTR', 'Q.', '%2e', 'Q\0'])('%j is no code', async (code) => {
    logos.know([code]);
    expect(await logos.find(code)).toBeUndefined();
    expect(service.asked).toEqual([]);
  });

  test('at most four are fetched at once', async () => {
    service.behave('slow');
    const some = codes.slice(0, 12);
    logos.know(some);
    expect(await Promise.all(some.map((code) => logos.find(code)))).toEqual(some.map(shown));
    expect(service.mostAtOnce).toBe(4);
  });

  test('at most 500 are kept: the oldest goes, and is not fetched again at once', { timeout: 30_000 }, async () => {
    const many = codes.slice(0, 510);
    logos.know(many);
    for (const code of many) expect(await logos.find(code)).toEqual(shown(code));
    expect(readdirSync(folder).sort()).toEqual(many.slice(10).sort());
    expect(await logos.find(many[0] ?? '')).toBeUndefined();
    expect(service.asked).toEqual(many);
  });
});

describe('a disk that fails', () => {
  test('a logo that cannot be kept is shown all the same', async () => {
    chmodSync(folder, 0o500);
    // Root may write everywhere: then only a folder that is gone refuses.
    if (process.getuid?.() === 0) rmSync(folder, { recursive: true });
    expect(await logos.find('QR')).toEqual(shown('QR'));
    expect(logged.join('')).toContain('a carrier logo could not be kept');
    expect(await logos.find('QR'), 'the service is not asked again and again').toBeUndefined();
    expect(service.asked).toEqual(['QR']);
  });

  test.each([
    ['a document', svg],
    ['nothing', Buffer.alloc(0)],
  ])('a file that has become %s is not shown, and fetched anew on another day', async (_what, content) => {
    await logos.find('QR');
    writeFileSync(join(folder, 'QR'), content);
    expect(await logos.find('QR')).toBeUndefined();
    later = day + minute;
    expect(await logos.find('QR')).toEqual(shown('QR'));
  });

  test('a logo that was taken away is fetched anew on another day', async () => {
    await logos.find('QR');
    rmSync(join(folder, 'QR'));
    expect(await logos.find('QR')).toBeUndefined();
    later = day + minute;
    expect(await logos.find('QR')).toEqual(shown('QR'));
    expect(service.asked).toEqual(['QR', 'QR']);
  });
});

test('while no image service is named there are no logos', async () => {
  noCarrierLogos.know(['QR']);
  expect(await noCarrierLogos.find('QR')).toBeUndefined();
  await noCarrierLogos.stop();
});
