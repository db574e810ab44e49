import { expect, test } from 'vitest';
import type { FlightQuery } from '../../model/flight-query.ts';
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

test('delivers chunks over time until complete, and repeats earlier chunks', async () => {
  let now = start;
  const supplier = sampleSupplier(() => now);
  const { cursor } = await supplier.start(query, { language: 'ar', currency: 'EUR' });
  const first = await supplier.poll(cursor, query);
  expect(first.chunks).toHaveLength(1);
  expect(first.isComplete).toBe(false);
  now += 10_000;
  const second = await supplier.poll(cursor, query);
  expect(second.chunks).toHaveLength(3);
  expect(second.chunks[0]).toEqual(first.chunks[0]);
  expect(second.isComplete).toBe(false);
  now += 10_000;
  const last = await supplier.poll(cursor, query);
  expect(last.chunks).toHaveLength(6);
  expect(last.isComplete).toBe(true);
});

test('continues a search after a restart, and after the clock is set back', async () => {
  const { cursor } = await sampleSupplier(() => start).start(query, { language: 'en', currency: 'EUR' });
  expect(cursor).toMatch(/^[\w-]+$/);
  expect((await sampleSupplier(() => start + 30_000).poll(cursor, query)).isComplete).toBe(true);
  expect((await sampleSupplier(() => start - 30_000).poll(cursor, query)).chunks).toHaveLength(1);
});

test('reports that its flights are samples, and provides no booking links', async () => {
  const supplier = sampleSupplier();
  expect(supplier.isSample).toBe(true);
  const { cursor } = await supplier.start(query, { language: 'ar', currency: 'EUR' });
  const offer = (await supplier.poll(cursor, query)).chunks[0]?.proposals[0]?.offers[0];
  await expect(supplier.bookingLink(cursor, offer?.fareId ?? '', { language: 'ar' })).rejects.toMatchObject({
    problem: 'not_bookable' satisfies SupplierError['problem'],
  });
});

const encodeCursor = (search: unknown) => Buffer.from(JSON.stringify(search)).toString('base64url');

test.each([
  ['no content', ''],
  ['the format of another supplier', '3f1c9a90-4a6f'],
  ['truncated content', encodeCursor({ query, startedAt: start }).slice(0, -9)],
  ['another shape', encodeCursor([1])],
  ['no start time', encodeCursor({ query })],
  ['an unknown airport', encodeCursor({ query: { ...query, origin: 'QQQ' }, startedAt: start })],
  ['the same airport twice', encodeCursor({ query: { ...query, origin: 'FRA' }, startedAt: start })],
  ['an impossible date', encodeCursor({ query: { ...query, departDate: '2027-02-30' }, startedAt: start })],
  ['too many travellers', encodeCursor({ query: { ...query, adults: 400 }, startedAt: start })],
  ['an unknown travel class', encodeCursor({ query: { ...query, travelClass: 'Z' }, startedAt: start })],
])('rejects a cursor with %s', async (_, cursor) => {
  await expect(sampleSupplier().poll(cursor, query)).rejects.toMatchObject({ problem: 'refused' });
});
