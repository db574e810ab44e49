import { runSync } from '../../app/clock/time-slices.ts';
import { FlightCollection } from '../../app/flights/model/flight-collection.ts';
import { readPollResponse } from '../../app/flights/suppliers/api/wire/read-poll-response.server.ts';
import { seededRandom } from '../../app/flights/suppliers/sample/seeded-random.ts';
import { randomResponses } from '../support/random-wire-responses.ts';
import { median, spread } from './figures.ts';
import { benchResultPages } from './result-pages.ts';

const search = { proposals: 5_000, gates: 40, responses: 12 };
const rounds = 31;
const warmUpRounds = 10;
const maxRatio = 2;

/** Measures the cost of the flight search. */
export async function benchFlights(): Promise<boolean> {
  // Run the second benchmark even if the first is too slow.
  const isReadingFast = benchReading();
  return (await benchResultPages()) && isReadingFast;
}

/** Measures parsing all responses of a search into sorted flights, alternating with JSON.parse of the same bytes. */
function benchReading(): boolean {
  const texts = randomResponses(seededRandom(1), search).map((response) => JSON.stringify(response));
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
  const parseTimes: number[] = [];
  const readTimes: number[] = [];
  let collection = new FlightCollection();
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const parseTime = timed(() => texts.map((text): unknown => JSON.parse(text)));
    const readTime = timed(() => {
      collection = read(texts);
    });
    if (round < 0) continue;
    parseTimes.push(parseTime);
    readTimes.push(readTime);
  }
  const offers = collection.flights().flatMap(({ offersByGateId }) => Object.values(offersByGateId).flat());
  const ratio = median(readTimes) / median(parseTimes);
  console.log(
    `${search.proposals} proposals in ${search.responses} responses, ${megabytes.toFixed(1)} MB: ${collection.size} flights, ` +
      `${offers.length} offers. Medians of ${rounds} alternating rounds.
JSON.parse alone: ${median(parseTimes).toFixed(1)} ms (${spread(parseTimes, 1)})
read, merged and sorted: ${median(readTimes).toFixed(1)} ms (${spread(readTimes, 1)})
${ratio <= maxRatio ? 'ok      ' : 'TOO SLOW'}  ${ratio.toFixed(2)} × JSON.parse (at most ${maxRatio} ×)`,
  );
  return ratio <= maxRatio;
}

function read(texts: readonly string[]): FlightCollection {
  const collection = new FlightCollection();
  for (const text of texts) for (const chunk of runSync(readPollResponse(text)).chunks) collection.add(chunk);
  collection.flights();
  return collection;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
