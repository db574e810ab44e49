import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { eraseEnquiry } from '#app/retention/retention.server.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { costRatio } from '#tests/support/reference-load.ts';
import { changeRequest } from './change-request.server.ts';
import { openRequestIndex, pageSize, type RequestIndex, type RequestQuery } from './request-index.server.ts';

const now = Date.UTC(2031, 2, 27, 13, 0);
const minute = 60_000;

let database: Database;
let index: RequestIndex;
beforeEach(async () => {
  database = await openDatabase(':memory:');
  index = openRequestIndex(database);
});
afterEach(() => database.destroy());

interface Sent {
  name?: string;
  phone?: string;
  email?: string;
}

async function send({ name = 'Ahmad Ali', phone = '+966501234567', email = 'a@b.example' }: Sent = {}, at = now) {
  const fields = { name, phone, email, message: `${name} ${at}` };
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'x' };
  return storeEnquiry(database, enquiry, 'api', at);
}

const act = (reference: string, kind: 'taken' | 'waiting' | 'hospital' | 'answered' | 'closed', owner?: string) =>
  changeRequest(database, { reference, personId: 'me', now }, { kind, ...(owner && { details: { owner } }) });

async function list(query: Partial<RequestQuery> = {}) {
  return index.list({ filter: 'all', personId: 'me', page: 1, ...query });
}

const namesOf = async (query: Partial<RequestQuery>) =>
  (await list(query)).requests.map(({ content }) => content?.name);

describe('search', () => {
  test.each([
    ['أحمد العلي', 'احمد'],
    ['أحمد العلي', 'أَحْمَد'],
    ['فاطمة الزهراء', 'فاطمه'],
    ['مصطفى', 'مصطفي'],
    ['Müller', 'muller'],
    ['Dr. Ahmad', 'dr. ahmad'],
    ['Ahmad Ali', 'MAD AL'],
    // Presentation forms, full-width letters, and the letters of Urdu and Kurdish keyboards.
    ['أحمد العلي', 'ﺃﺣﻤﺪ'],
    ['ﺃﺣﻤﺪ ﺍﻟﻌﻠﻲ', 'احمد العلي'],
    ['Ａｈｍａｄ', 'ahmad'],
    ['کریم ہاشمی', 'كريم هاشمي'],
    ['كريم هاشمي', 'کریم ہاشمی'],
    ['ڕێبوار', 'ريبوار'],
  ])('finds the name %s by %s', async (name, search) => {
    await send({ name });
    await send({ name: 'Somebody else' });
    expect(await namesOf({ search })).toEqual([name]);
  });

  test.each([
    '+966 50 123 4567',
    '00966501234567',
    '050 1234567',
    '0501-234-567',
    '(050) 123 45 67',
    '966.50.123.4567',
    '٠٥٠١٢٣٤٥٦٧',
    '+۹۶۶۵۰۱۲۳۴۵۶۷',
    '4567',
    '\u202A+966\u00A050\u2011123\u20114567\u202C',
    '+966 (0)50 1234567',
    '＋９６６　５０ １２３－４５６７',
  ])('finds a phone number by %s', async (search) => {
    await send({ name: 'right' });
    await send({ name: 'wrong', phone: '+4930111222' });
    expect(await namesOf({ search })).toEqual(['right']);
  });

  test.each(['+966 50 123 4567', '0501234567', '٠٥٠١٢٣٤٥٦٧', '00966 (0) 501234567'])(
    'finds a number that was given as %s',
    async (phone) => {
      await send({ phone });
      expect((await list({ search: '501234567' })).count).toBe(1);
    },
  );

  test.each(['A@B.example', 'b.exam', ' a@b.example ', 'ａ＠ｂ．ｅｘａｍｐｌｅ'])(
    'finds an email address by %s',
    async (search) => {
      await send({ name: 'right' });
      await send({ name: 'wrong', email: 'x@y.example' });
      expect(await namesOf({ search })).toEqual(['right']);
    },
  );

  test('finds a reference, with or without its hyphen and in any case, even of an erased request', async () => {
    const { id, reference } = await send();
    await send();
    const typed = `${reference.slice(0, 4)}-${reference.slice(4)}`.toLowerCase();
    for (const search of [reference, typed, ` ${typed} `]) expect((await list({ search })).count).toBe(1);
    await eraseEnquiry(database, memoryStore(), id, 'visitor', now);
    expect((await list({ search: typed })).requests).toMatchObject([{ reference, content: undefined }]);
  });

  test.each(['%', '_', '.*', '12', '()', '--', '\u202A', "' OR 1=1 --"])('%j finds nothing', async (search) => {
    await send();
    expect((await list({ search })).count).toBe(0);
  });
});

test('filters requests by state and owner', async () => {
  const sent = await Promise.all(
    ['new', 'mine', 'yours', 'waiting', 'hospital', 'closed'].map((name) => send({ name })),
  );
  const [, mine, yours, waiting, hospital, closed] = sent.map(({ reference }) => reference);
  await act(mine ?? '', 'taken', 'me');
  await act(yours ?? '', 'taken', 'you');
  await act(waiting ?? '', 'waiting');
  await act(hospital ?? '', 'hospital');
  await act(closed ?? '', 'closed');
  expect((await namesOf({ filter: 'open' })).sort()).toEqual(['hospital', 'mine', 'new', 'waiting', 'yours']);
  // Whoever acts on a request that nobody owns becomes its owner.
  expect((await namesOf({ filter: 'mine' })).sort()).toEqual(['hospital', 'mine', 'waiting']);
  expect(await namesOf({ filter: 'nobody' })).toEqual(['new']);
  expect((await namesOf({ filter: 'waiting' })).sort()).toEqual(['hospital', 'waiting']);
  expect((await list({ filter: 'all' })).count).toBe(6);
});

test('filters requests by kind and by day of arrival, in German time', async () => {
  await send({ name: 'before midnight' }, Date.UTC(2031, 2, 27, 22, 59));
  await send({ name: 'after midnight' }, Date.UTC(2031, 2, 27, 23, 0));
  expect(await namesOf({ day: '2031-03-27' })).toEqual(['before midnight']);
  expect(await namesOf({ day: '2031-03-28' })).toEqual(['after midnight']);
  // This day has 23 hours.
  await send({ name: 'spring' }, Date.UTC(2031, 2, 30, 21, 59));
  expect(await namesOf({ day: '2031-03-30' })).toEqual(['spring']);
  expect((await list({ kind: 'contact' })).count).toBe(3);
  expect((await list({ kind: 'evacuation' })).count).toBe(0);
});

test('requests that nobody has taken are on top, newest first, and the others show their last step', async () => {
  await send({ name: 'older' }, now);
  await send({ name: 'newer' }, now + minute);
  const taken = await send({ name: 'taken' }, now + 2 * minute);
  await act(taken.reference, 'taken', 'me');
  await act(taken.reference, 'hospital');
  expect(await namesOf({ filter: 'open' })).toEqual(['newer', 'older', 'taken']);
  const { requests } = await list();
  expect(requests[2]).toMatchObject({ state: 'hospital', owner: 'me', lastStep: { kind: 'hospital', at: now } });
  expect(requests[0]?.lastStep).toBeUndefined();
});

test('a new request, a step and an erasure show immediately', async () => {
  const { id, reference } = await send({ name: 'Ahmad' });
  expect(await namesOf({})).toEqual(['Ahmad']);
  await act(reference, 'taken', 'me');
  expect((await list()).requests[0]?.lastStep?.kind).toBe('taken');
  await eraseEnquiry(database, memoryStore(), id, 'visitor', now);
  expect((await list({ search: 'Ahmad' })).count).toBe(0);
  expect((await list()).requests).toMatchObject([{ content: undefined, lastStep: undefined }]);
});

test.each([0, -1, 2, 1e300])('page %d of a list with one page is empty, with the total count', async (page) => {
  await send();
  expect(await list({ page })).toEqual({ requests: [], count: 1 });
});

describe('with 5,000 requests', () => {
  let large: Database;
  let largeIndex: RequestIndex;
  beforeAll(async () => {
    large = await openDatabase(':memory:');
    largeIndex = openRequestIndex(large);
    const enquiry = { kind: 'contact' as const, language: 'ar' as const, attachments: [], privacyNotice: 'x' };
    for (let number = 0; number < 5000; number += 1) {
      const fields = {
        name: `أحمد ${number}`,
        phone: `+96650${1_000_000 + number}`,
        email: `a${number}@b.example`,
        message: 'text '.repeat(100) + String(number),
      };
      await storeEnquiry(large, { ...enquiry, fields }, 'api', now + number);
    }
    await largeIndex.list({ filter: 'open', personId: 'me', page: 1 });
  });
  afterAll(() => large.destroy());

  test.each<[string, Partial<RequestQuery>]>([
    ['the first page', {}],
    ['the last page', { page: 100 }],
    ['a name', { search: 'احمد 4999' }],
    ['a phone number', { search: '0501004999' }],
  ])('%s takes less time than the reference load', async (_name, query) => {
    const ratio = await costRatio(async () => {
      const { requests } = await largeIndex.list({ filter: 'open', personId: 'me', page: 1, ...query });
      expect(requests.length).toBe(query.search ? 1 : pageSize);
    });
    expect(ratio).toBeLessThan(1);
  });
});
