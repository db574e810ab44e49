import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runSync } from '#app/clock/time-slices.ts';
import { chunkProblems, flightProblems } from '#tests/support/flight-invariants.ts';
import { randomResponses } from '#tests/support/random-wire-responses.ts';
import { wireFare, wireLeg, wireProposal, wireSegment } from '#tests/support/wire-responses.ts';
import { FlightCollection } from '../../../model/flight-collection.ts';
import { type SeededRandom, seededRandom } from '../../sample/seeded-random.ts';
import { SupplierError } from '../../supplier.server.ts';
import { type ParsedResponse, readPollResponse } from './read-poll-response.server.ts';

// Any input must yield either a result that satisfies the model or a SupplierError. On failure, fast-check prints the
// input and the seed.

test('accepts or rejects any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      expect(problemsOf(text)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('accepts or rejects any JSON value in place of any part', () => {
  const anyJson = fc.jsonValue({ maxDepth: 3 });
  const anyPart = fc.constantFrom('item', 'proposals', 'proposal', 'segment', 'leg', 'terms', 'fare', 'names');
  fc.assert(
    fc.property(anyPart, anyJson, (part, value) => {
      expect(problemsOf(JSON.stringify([itemWith(part, value)]))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test('accepts or rejects any values in the fields of legs and fares', () => {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.double(),
    fc.constantFrom('', 'RUH', '1PC', '20', 1806055200),
  );
  const fields = (names: string[]) => fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 4 });
  fc.assert(
    fc.property(fields(Object.keys(wireLeg())), fields(Object.keys(wireFare())), (legFields, fareFields) => {
      const leg = { ...wireLeg(), ...legFields };
      const proposal = wireProposal({ segment: [{ flight: [leg] }], terms: { 65: { ...wireFare(), ...fareFields } } });
      expect(problemsOf(JSON.stringify([{ chunk_id: 'x', proposals: [proposal] }]))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

const validResponses = [validResponse(1), validResponse(2), validResponse(3), validResponse(4)] as const;

function validResponse(seed: number): string {
  return JSON.stringify(randomResponses(seededRandom(seed), { proposals: 3, gates: 2, responses: 1 })[0]);
}

test('accepts or rejects a response with parts deleted, replaced, repeated, moved or cut off', () => {
  let readableCount = 0;
  let proposalCount = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = seededRandom(seed);
      const text = mutateText(random.pick(validResponses), random);
      expect(problemsOf(text), `seed ${seed}: ${text}`).toEqual([]);
      const response = readOrUndefined(text);
      if (!response) return;
      readableCount += 1;
      proposalCount += response.chunks.reduce((count, chunk) => count + chunk.proposals.length, 0);
    }),
    { numRuns: 3_000 },
  );
  // A parser that rejects everything would pass the checks above, so most responses must be readable.
  expect(readableCount).toBeGreaterThan(1_500);
  expect(proposalCount / readableCount).toBeGreaterThan(2);
});

/** Returns the model violations in the parsed text; none if the text is rejected with a SupplierError. */
function problemsOf(text: string): string[] {
  const response = readOrUndefined(text);
  if (!response) return [];
  const collection = new FlightCollection();
  for (const chunk of response.chunks) collection.add(chunk);
  expect(JSON.parse(JSON.stringify(response))).toStrictEqual(response);
  return [...response.chunks.flatMap(chunkProblems), ...flightProblems(collection.flights())];
}

function readOrUndefined(text: string): ParsedResponse | undefined {
  try {
    return runSync(readPollResponse(text));
  } catch (error) {
    if (!(error instanceof SupplierError) || error.problem !== 'unreadable') throw error;
    return undefined;
  }
}

/** Builds an item of a response in which the given part is replaced by the value. */
function itemWith(part: string, value: unknown): unknown {
  if (part === 'item') return value;
  const leg = part === 'leg' ? value : wireLeg();
  const segment = part === 'segment' ? value : { ...wireSegment(), flight: [wireLeg('DXB', 'RUH', 1806000000), leg] };
  const fare = part === 'fare' ? value : wireFare();
  const terms = part === 'terms' ? value : { 65: fare, 17: wireFare() };
  const proposal =
    part === 'proposal' ? value : wireProposal({ segment: [segment], terms, xterms: { 65: { Y: fare } } });
  const names = part === 'names' ? value : {};
  const proposals = part === 'proposals' ? value : [proposal, wireProposal()];
  return { chunk_id: 'x', proposals, gates_info: names, airlines: names, airports: names };
}

const oddValues: unknown[] = [
  ...[null, true, false, '', ' ', 'x', '0', '1e999', '-0', '\u202E', '\uD83D', '__proto__', 0, -1, 0.5, 1e21, 2 ** 53],
  ...[[], {}, [[]], [null], { en: 'x' }, { 0: 1 }],
];

/** Applies one to six random mutations, and truncates one text in eight. */
function mutateText(text: string, random: SeededRandom): string {
  const root: unknown = JSON.parse(text);
  for (let count = random.integer(1, 6); count > 0; count -= 1) mutate(root, random);
  const changed = JSON.stringify(root).replace(/"(1e999|-0)"/g, '$1');
  return random.chance(0.125) ? changed.slice(0, random.integer(0, changed.length)) : changed;
}

function mutate(root: unknown, random: SeededRandom): void {
  const [parent, key] = randomPosition(root, random);
  const [otherParent, otherKey] = randomPosition(root, random);
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

type Position = [parent: Record<string, unknown> | undefined, key: string];

/** Descends from the root and stops at random, so all levels of the tree are reached. */
function randomPosition(root: unknown, random: SeededRandom): Position {
  let position: Position = [undefined, ''];
  let node = root;
  while (typeof node === 'object' && node !== null) {
    const keys = Object.keys(node);
    const key = keys[random.integer(0, keys.length - 1)];
    if (key === undefined) return position;
    position = [node as Record<string, unknown>, key];
    if (random.chance(0.15)) return position;
    node = position[0]?.[key];
  }
  return position;
}
