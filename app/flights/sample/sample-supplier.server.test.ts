import { expect, test } from 'vitest';
import type { FlightQuery } from '../flight-query.ts';
import type { SupplierError } from '../supplier.server.ts';
import { sampleSupplier } from './sample-supplier.server.ts';

const query: FlightQuery = {
  origin: 'RUH',
  destination: 'FRA',
  departDate: '2027-03-20',
  returnDate: '2027-04-02',
  adults: 2,
  children: 1,
  infants: 0,
  travelClass: 'W',
};
const start = Date.UTC(2027, 1, 1);

test('chunks come with time, those of before again, until the end', async () => {
  let now = start;
  const supplier = sampleSupplier(() => now);
  const id = await supplier.start(query, 'ar');
  const first = await supplier.poll(id);
  expect(first.chunks).toHaveLength(1);
  expect(first.isEnd).toBe(false);
  now += 10_000;
  const second = await supplier.poll(id);
  expect(second.chunks).toHaveLength(3);
  expect(second.chunks[0]).toEqual(first.chunks[0]);
  expect(second.isEnd).toBe(false);
  now += 10_000;
  const last = await supplier.poll(id);
  expect(last.chunks).toHaveLength(6);
  expect(last.isEnd).toBe(true);
});

test('a search outlives the process, and a clock that is put back', async () => {
  const id = await sampleSupplier(() => start).start(query, 'en');
  expect(id).toMatch(/^[\w-]+$/);
  expect((await sampleSupplier(() => start + 30_000).poll(id)).isEnd).toBe(true);
  expect((await sampleSupplier(() => start - 30_000).poll(id)).chunks).toHaveLength(1);
});

test('says of itself that it is made up, and sells nothing', async () => {
  const supplier = sampleSupplier();
  expect(supplier.isSample).toBe(true);
  const id = await supplier.start(query, 'ar');
  const offer = (await supplier.poll(id)).chunks[0]?.proposals[0]?.offers[0];
  await expect(supplier.bookingLink(id, offer?.urlId ?? '', 'ar')).rejects.toMatchObject({
    problem: 'not_bookable' satisfies SupplierError['problem'],
  });
});

const idOf = (search: unknown) => Buffer.from(JSON.stringify(search)).toString('base64url');

test.each([
  ['nothing', ''],
  ['a foreign id', '3f1c9a90-4a6f'],
  ['a cut one', idOf({ query, startedAt: start }).slice(0, -9)],
  ['another shape', idOf([1])],
  ['no start', idOf({ query })],
  ['an unknown airport', idOf({ query: { ...query, origin: 'QQQ' }, startedAt: start })],
  ['one airport', idOf({ query: { ...query, origin: 'FRA' }, startedAt: start })],
  ['no date', idOf({ query: { ...query, departDate: '2027-02-30' }, startedAt: start })],
  ['too many', idOf({ query: { ...query, adults: 400 }, startedAt: start })],
  ['another class', idOf({ query: { ...query, travelClass: 'Z' }, startedAt: start })],
])('refuses an id with %s', async (_, id) => {
  await expect(sampleSupplier().poll(id)).rejects.toMatchObject({ problem: 'refused' });
});
