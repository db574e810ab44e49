import { expect, test } from 'vitest';
import { flightQuery, proposalFor } from '#tests/support/flights.ts';
import { doubtedSupplier } from './doubted-supplier.server.ts';
import { noSupplier } from './no-supplier.server.ts';

test('counts what it leaves out in each chunk, and by contradiction for the log', async () => {
  const sound = proposalFor('SV RUH 08:00 FRA 12:30');
  const elsewhere = proposalFor('SV RUH 08:00 MUC 12:30');
  const chunk = { id: 'one', gates: {}, airlines: {}, airports: {}, proposals: [sound, elsewhere] };
  const poll = () => Promise.resolve({ cursor: 'next', chunks: [chunk, { ...chunk, id: 'two' }], isComplete: true });
  const supplier = doubtedSupplier({ ...noSupplier(), poll });
  const believed = { ...chunk, proposals: [sound], leftOut: 1 };
  expect(await supplier.poll('first', flightQuery())).toEqual({
    cursor: 'next',
    chunks: [believed, { ...believed, id: 'two' }],
    isComplete: true,
    leftOut: { place: 2 },
  });
});

test('passes on what is sound as it is', async () => {
  const chunk = {
    id: 'one',
    gates: {},
    airlines: {},
    airports: {},
    proposals: [proposalFor('SV RUH 08:00 FRA 12:30')],
  };
  const poll = () => Promise.resolve({ cursor: 'next', chunks: [chunk], isComplete: false });
  const response = await doubtedSupplier({ ...noSupplier(), poll }).poll('first', flightQuery());
  expect(response).toEqual({ cursor: 'next', chunks: [chunk], isComplete: false });
});
