import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { runInSlices } from '#app/clock/time-slices.ts';
import { flightQuery } from '#tests/support/flights.ts';
import { randomResponses } from '#tests/support/random-wire-responses.ts';
import { longestStop, referenceTime } from '#tests/support/reference-load.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { readPollResponse } from '../suppliers/api/wire/read-poll-response.server.ts';
import { seededRandom } from '../suppliers/sample/seeded-random.ts';
import type { FlightSupplier } from '../suppliers/supplier.server.ts';
import { openSearchDatabase } from './search-database.server.ts';
import { openSearches } from './searches.server.ts';

/** Size of the parts in which a response arrives (bytes). */
const partLength = 65_536;

/** Splits a text into parts, as it would arrive over the network. */
function inParts(text: string): string[] {
  const bytes = Buffer.from(text);
  const decoder = new TextDecoder();
  return Array.from({ length: Math.ceil(bytes.length / partLength) }, (_, index) =>
    decoder.decode(bytes.subarray(index * partLength, (index + 1) * partLength), { stream: true }),
  );
}

test('a response of 5,000 proposals does not block the event loop', async () => {
  const [response] = randomResponses(seededRandom(1), { proposals: 5_000, gates: 4, responses: 1 });
  const parts = inParts(JSON.stringify(response).replace('{', '{"market":"السعودية",'));
  const supplier: FlightSupplier = {
    name: 'large',
    timing: { pollInterval: 100, maxDuration: 60_000, offerLifetime: 900_000 },
    isSample: false,
    start: () => Promise.resolve({ cursor: 's', pause: 0 }),
    poll: async (cursor) => ({ ...(await runInSlices(readPollResponse(...parts))), cursor }),
    bookingLink: () => Promise.reject(new Error('not needed')),
  };
  const database = await openSearchDatabase(':memory:');
  const log = pino({ level: 'silent' });
  const searches = openSearches({ database, supplier, log, onCarriers: () => undefined });
  onTestFinished(async () => {
    await searches.stop();
    await database.destroy();
  });
  let flights: readonly unknown[] = [];
  const stop = await longestStop(async () => {
    const { id } = await searches.start(flightQuery(), 'en');
    const search = await waitFor(async () => {
      const found = await searches.read(id);
      return found?.state === 'complete' && found;
    });
    flights = search.results.flights();
  });
  expect(flights.length).toBeGreaterThan(1_000);
  expect(stop / referenceTime()).toBeLessThan(2);
});
