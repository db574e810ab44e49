import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkProblems, flightProblems } from '#tests/support/flight-invariants.ts';
import { randomAnswers } from '#tests/support/random-wire-answers.ts';
import { wireFare, wireLeg, wireProposal, wireSegment } from '#tests/support/wire-answers.ts';
import { FlightCollection } from '../../../model/flight-collection.ts';
import { type SeededRandom, seededRandom } from '../../sample/seeded-random.ts';
import { SupplierError } from '../../supplier.server.ts';
import { readPollResponse } from './read-poll-response.server.ts';

// Any input yields either a result that satisfies the model, or a SupplierError. On failure, fast-check prints the
// input and the seed.

test('any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      expect(problemsOf(text)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
}, 30_000);

test('any JSON in place of any part', () => {
  const anything = fc.jsonValue({ maxDepth: 3 });
  const place = fc.constantFrom('item', 'proposals', 'proposal', 'segment', 'leg', 'terms', 'fare', 'names');
  fc.assert(
    fc.property(place, anything, (at, value) => {
      expect(problemsOf(JSON.stringify([itemWith(at, value)]))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
}, 30_000);

test('any values in the fields of legs and fares', () => {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.double(),
    fc.constantFrom('', 'RUH', '1PC', '20', 1806055200),
  );
  const fields = (names: string[]) => fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 4 });
  fc.assert(
    fc.property(fields(Object.keys(wireLeg())), fields(Object.keys(wireFare())), (ofLeg, ofFare) => {
      const leg = { ...wireLeg(), ...ofLeg };
      const proposal = wireProposal({ segment: [{ flight: [leg] }], terms: { 65: { ...wireFare(), ...ofFare } } });
      expect(problemsOf(JSON.stringify([{ chunk_id: 'x', proposals: [proposal] }]))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
}, 30_000);

const validAnswers = [validAnswer(1), validAnswer(2), validAnswer(3), validAnswer(4)] as const;

function validAnswer(seed: number): string {
  return JSON.stringify(randomAnswers(seededRandom(seed), { proposals: 3, gates: 2, answers: 1 })[0]);
}

test('a response with parts deleted, replaced, repeated, swapped or cut off', () => {
  let answered = 0;
  let proposals = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = seededRandom(seed);
      const text = mutated(random.pick(validAnswers), random);
      expect(problemsOf(text), `seed ${seed}: ${text}`).toEqual([]);
      const read = readOrUndefined(text);
      if (!read) return;
      answered += 1;
      proposals += read.chunks.reduce((count, chunk) => count + chunk.proposals.length, 0);
    }),
    { numRuns: 3_000 },
  );
  // Something must be parsed: a parser that always failed would pass all of the above.
  expect(answered).toBeGreaterThan(1_500);
  expect(proposals / answered).toBeGreaterThan(2);
}, 120_000);

/** Problems of the parsed text; a SupplierError is none. */
function problemsOf(text: string): string[] {
  const answer = readOrUndefined(text);
  if (!answer) return [];
  const collection = new FlightCollection();
  for (const chunk of answer.chunks) collection.add(chunk);
  expect(JSON.parse(JSON.stringify(answer))).toStrictEqual(answer);
  return [...answer.chunks.flatMap(chunkProblems), ...flightProblems(collection.flights())];
}

function readOrUndefined(text: string): ReturnType<typeof readPollResponse> | undefined {
  try {
    return readPollResponse(text);
  } catch (error) {
    if (!(error instanceof SupplierError) || error.problem !== 'unreadable') throw error;
    return undefined;
  }
}

function itemWith(place: string, value: unknown): unknown {
  if (place === 'item') return value;
  const leg = place === 'leg' ? value : wireLeg();
  const segment = place === 'segment' ? value : { ...wireSegment(), flight: [wireLeg('DXB', 'RUH', 1806000000), leg] };
  const fare = place === 'fare' ? value : wireFare();
  const terms = place === 'terms' ? value : { 65: fare, 17: wireFare() };
  const proposal =
    place === 'proposal' ? value : wireProposal({ segment: [segment], terms, xterms: { 65: { Y: fare } } });
  const names = place === 'names' ? value : {};
  const proposals = place === 'proposals' ? value : [proposal, wireProposal()];
  return { chunk_id: 'x', proposals, gates_info: names, airlines: names, airports: names };
}

const oddValues: unknown[] = [
  ...[null, true, false, '', ' ', 'x', '0', '1e999', '-0', '\u202E', '\uD83D', '__proto__', 0, -1, 0.5, 1e21, 2 ** 53],
  ...[[], {}, [[]], [null], { en: 'x' }, { 0: 1 }],
];

/** One to six random mutations; in one of eight cases the text is truncated. */
function mutated(text: string, random: SeededRandom): string {
  const root: unknown = JSON.parse(text);
  for (let count = random.integer(1, 6); count > 0; count -= 1) mutate(root, random);
  const changed = JSON.stringify(root).replace(/"(1e999|-0)"/g, '$1');
  return random.chance(0.125) ? changed.slice(0, random.integer(0, changed.length)) : changed;
}

function mutate(root: unknown, random: SeededRandom): void {
  const [parent, key] = anyPlace(root, random);
  const [otherParent, otherKey] = anyPlace(root, random);
  if (!parent || !otherParent) return;
  const value = parent[key];
  const kind = random.integer(0, 4);
  if (kind === 0) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
  } else if (kind === 1) {
    parent[key] = copyOf(oddValues[random.integer(0, oddValues.length - 1)]);
  } else if (kind === 2) {
    if (Array.isArray(parent)) parent.splice(Number(key), 0, copyOf(value));
    else parent[`${key}0`] = copyOf(value);
  } else if (kind === 3) {
    otherParent[otherKey] = copyOf(value);
  } else if (typeof value === 'number') {
    parent[key] = value * random.number(-2, 2);
  } else {
    parent[key] = JSON.stringify(value);
  }
}

function copyOf(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);
}

type Place = [parent: Record<string, unknown> | undefined, key: string];

/** Descends from the root and stops at random, so that high and low levels are equally likely. */
function anyPlace(root: unknown, random: SeededRandom): Place {
  let place: Place = [undefined, ''];
  let node = root;
  while (typeof node === 'object' && node !== null) {
    const keys = Object.keys(node);
    const key = keys[random.integer(0, keys.length - 1)];
    if (key === undefined) return place;
    place = [node as Record<string, unknown>, key];
    if (random.chance(0.15)) return place;
    node = place[0]?.[key];
  }
  return place;
}
