import { expect, test } from 'vitest';
import { runSync } from '#app/clock/time-slices.ts';
import { contradict, randomQuery, soundProposal } from '#tests/support/random-proposals.ts';
import { wireChunk } from '#tests/support/wire-responses.ts';
import type { Contradiction } from '../model/contradictions.ts';
import type { Chunk, Segment } from '../model/flight.ts';
import { FlightCollection } from '../model/flight-collection.ts';
import type { FlightQuery } from '../model/flight-query.ts';
import { listFlights } from '../model/list-flights.ts';
import { readListQuery } from '../model/list-query.ts';
import { pickForPatient } from '../model/pick-for-patient.ts';
import { readPollResponse } from './api/wire/read-poll-response.server.ts';
import type { WireProposal } from './api/wire/wire-format.ts';
import { seededRandom } from './sample/seeded-random.ts';
import { withoutContradictions } from './without-contradictions.ts';

const answers = 500;
const kinds = Object.keys(contradict) as Contradiction[];

/** What the site makes of a response: its chunks, as the supplier sent them and as they are believed. */
function receive(query: FlightQuery, proposals: WireProposal[]) {
  const { chunks, dropped } = runSync(readPollResponse(JSON.stringify([wireChunk(proposals)])));
  const believed = runSync(withoutContradictions(chunks, query));
  return { sent: collect(chunks), believed: collect(believed.chunks), kinds: Object.keys(believed.leftOut), dropped };
}

function collect(chunks: readonly Chunk[]): FlightCollection {
  const results = new FlightCollection();
  for (const chunk of chunks) results.add(chunk);
  return results;
}

const listOf = (results: FlightCollection) => listFlights(results.flights(), readListQuery(new URLSearchParams()));

test('of 500 contradictory proposals, each cheaper than a sound one, none is listed or picked, and each is counted', () => {
  for (let seed = 1; seed <= answers; seed += 1) {
    const random = seededRandom(seed);
    const query = randomQuery(random);
    const kind = kinds[seed % kinds.length] ?? 'place';
    const sound = soundProposal(random, query, 900);
    const contradictory = soundProposal(random, query, 100);
    contradict[kind](contradictory, query, random);
    const { believed, kinds: found, dropped } = receive(query, [contradictory, sound]);
    const context = `seed ${seed}, ${kind}: ${JSON.stringify(contradictory)}`;
    expect(dropped, context).toBeUndefined();
    expect(found, context).toContain(kind);
    expect(believed.leftOut, context).toBe(1);
    expect(
      listOf(believed).flatMap(({ offers }) => offers.map(({ fareId }) => fareId)),
      context,
    ).toEqual(['900']);
    expect(pickForPatient(listOf(believed))?.best.fareId ?? '900', context).toBe('900');
  }
});

test('of 500 sound responses, no proposal is left out or marked without reason, and the best offer is the same', () => {
  for (let seed = 1; seed <= answers; seed += 1) {
    const random = seededRandom(seed);
    const query = randomQuery(random);
    const proposals = [300, 200, 100].map((url) => soundProposal(random, query, url));
    const { sent, believed, kinds: found, dropped } = receive(query, proposals);
    const context = `seed ${seed}: ${JSON.stringify(proposals)}`;
    expect(dropped, context).toBeUndefined();
    expect(found, context).toEqual([]);
    expect(believed.leftOut, context).toBe(0);
    expect(listOf(believed), context).toEqual(listOf(sent));
    expect(listOf(believed)[0]?.best.fareId, context).toBe('100');
    for (const { itinerary, best } of listOf(believed)) {
      expect(best.warnings, context).toEqual(
        itinerary.segments.map((segment) => (hasNight(segment) ? ['overnight_layover'] : [])),
      );
      expect(itinerary.segments.flatMap(({ legs }) => legs).filter(({ vehicle }) => vehicle)).toEqual([]);
    }
  }
});

/** Whether a segment has a stop with three hours between 00:00 and 05:00, counted minute by minute. */
function hasNight({ legs }: Segment): boolean {
  return legs.slice(1).some(({ localDep }, index) => {
    let asleep = 0;
    for (let time = legs[index]?.localArr ?? 0; time < localDep; time += 60) {
      if (new Date(time * 1000).getUTCHours() < 5) asleep += 1;
    }
    return asleep >= 180;
  });
}
