import { afterAll, beforeAll, expect, test } from 'vitest';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { everyForm } from '../support/every-form.ts';
import { everyInput } from '../support/every-input.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { formPost, type Input } from '../support/form-inputs.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { chosenUnits, textOf } from '../support/hostile-texts.ts';
import { pdf } from '../support/medical-files.ts';
import { processorTime } from '../support/processor-time.ts';
import { type RawRequest, rawRequest } from '../support/raw-request.ts';
import { referenceTime } from '../support/reference-load.ts';
import { routesWithAction } from '../support/routes-with-action.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { type Site, startSite } from '../support/site.ts';
import { startWatchedSite } from '../support/watched-site.ts';

let site: Site;
let inputs: Input[];
/** The time of the reference load (ms). */
let reference: number;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  inputs = await everyInput(site);
  reference = Math.min(referenceTime(), referenceTime(), referenceTime());
});
afterAll(() => site.close());

/** A text sixteen times as long may cost at most 24 times as much. Superlinear growth exceeds that. */
const sizeRatio = 16;
const maxCostRatio = 24;
/** Number of rounds; their median decides. */
const rounds = 5;
/** Sizes of the shorter of two texts (bytes). */
const sizes = scaleForSoak([4 * 1024], [1024, 4 * 1024, 64 * 1024]);

/** Measures the processor time of a request that sends a text (ms). */
async function measureCost(input: Input, text: string): Promise<number> {
  return measureRequestCost(await input.request(text));
}

async function measureRequestCost({ path, ...request }: { path: string } & RawRequest): Promise<number> {
  const before = await processorTime(site.process.pid);
  await rawRequest(site.url + path, request);
  return (await processorTime(site.process.pid)) - before;
}

/** A text that took an input longer than the reference load in all: its longest stop has to be measured. */
interface Suspect {
  name: string;
  text: string;
}
const suspects: Suspect[] = [];

/**
 * Measures how the cost of an input grows with its size. An ordinary run stops if the first round is within the limit.
 * @returns the ratio of each round, and whether the median is within the limit
 */
async function measureGrowth(
  input: Input,
  unit: string,
  bytes: number,
): Promise<{ ratios: number[]; isLinear: boolean }> {
  const [small, large] = [bytes, bytes * sizeRatio].map((size) => textOf(unit, size)) as [string, string];
  const ratios: number[] = [];
  const countPassed = () => ratios.filter((ratio) => ratio <= maxCostRatio).length;
  const isUndecided = () => countPassed() <= rounds / 2 && ratios.length - countPassed() <= rounds / 2;
  do {
    const cost = await measureCost(input, large);
    if (cost > reference) suspects.push({ name: input.name, text: large });
    ratios.push(cost / (await measureCost(input, small)));
  } while (isUndecided() && countPassed() < scaleForSoak(ratios.length, Infinity));
  return { ratios, isLinear: countPassed() > ratios.length / 2 };
}

test('the inputs found on pages include those of every form', () => {
  for (const { path, fieldNames } of everyForm) {
    const page = path.replace(/\/medical-flight\/.*/, '/medical-flight/KIND');
    const named = inputs
      .filter(({ name }) => name.startsWith(`post /en${page}`) && ' :'.includes(name.charAt(`post /en${page}`.length)))
      .map(({ name }) => name.split(/:? /));
    expect(named.flat(), path).toEqual(expect.arrayContaining(fieldNames));
  }
  expect(inputs.filter(({ name }) => name.startsWith('post /en/requests/TOKEN'))).not.toEqual([]);
});

/** Routes whose requests come from programs, not from a form on a page. */
const routesWithoutForm = [
  'routes/api.requests.$reference.status',
  'routes/deeplink',
  'routes/faults',
  'routes/journeys',
];

test('the inputs found on pages include a form for every route of the build that accepts one', async () => {
  const requests = await Promise.all(
    inputs.filter(({ name }) => name.startsWith('post ')).map((input) => input.request('x')),
  );
  const missing = routesWithAction().filter(({ pattern }) => !requests.some(({ path }) => pattern.test(path)));
  expect(missing.map(({ id }) => id).sort()).toEqual(routesWithoutForm);
});

test.each(chosenUnits.map(([name, unit], index) => ({ name, unit, index })))(
  'the cost of every input is linear in the size of $name',
  { timeout: 600_000 },
  async ({ unit, index }) => {
    const tooExpensive: string[] = [];
    // An ordinary run gives each unit to half of the inputs: each input gets four or five of the nine.
    for (const input of inputs.filter((_input, position) => scaleForSoak((position + index) % 2 === 0, true))) {
      const applicableSizes =
        input.maxBytes < Infinity ? sizes.map((size) => Math.min(size, Math.floor(input.maxBytes / sizeRatio))) : sizes;
      for (const bytes of new Set(applicableSizes)) {
        const { ratios, isLinear } = await measureGrowth(input, unit, bytes);
        if (!isLinear)
          tooExpensive.push(`${input.name}, ${bytes} bytes: ${ratios.map((ratio) => ratio.toFixed(1)).join(' ')}`);
      }
    }
    expect(tooExpensive).toEqual([]);
    await expectUnharmed(site);
  },
);

/** The longest stop may be this many times that of the reference load. */
const maxStopRatio = 2;

test('no input stops the site for longer than reading 10 MB of JSON twice', async () => {
  const watched = await startWatchedSite({ RATE_LIMIT_FACTOR: '1000' });
  try {
    const watchedInputs = await everyInput(watched.site);
    const limit = maxStopRatio * (await watched.referenceTime());
    const tooLong: string[] = [];
    for (const { name, text } of suspects) {
      const input = watchedInputs.find((candidate) => candidate.name === name);
      const stops: number[] = [];
      while (input && stops.length < rounds && !stops.some((stop) => stop <= limit)) {
        const { path, ...request } = await input.request(text);
        await watched.longestBlock();
        await rawRequest(watched.site.url + path, request);
        stops.push(await watched.longestBlock());
      }
      if (Math.min(...stops) > limit)
        tooLong.push(`${name}, ${text.slice(0, 9)}…: ${stops.map(Math.round).join(' ')} ms`);
    }
    expect(tooLong, `longer than ${limit.toFixed(0)} ms`).toEqual([]);
  } finally {
    await watched.close();
  }
});

/** How many times as much a body of many small parts may cost as a file of the same size. */
const maxFileRatio = 8;

test.each(hostileBodies)(
  'a hostile body costs at most eight times as much as a file of its size: %s',
  async (_name, body) => {
    const size = 4_000_000;
    const file = await formPost('/en/services/evacuation', formData(validRequest(), [{ name: 'f', bytes: pdf(size) }]));
    const { headers, bytes } = body(size);
    const ratios: number[] = [];
    const isUndecided = () => ratios.length < rounds && ratios.every((ratio) => ratio > maxFileRatio);
    while (isUndecided()) {
      ratios.push(
        (await measureRequestCost({ ...file, method: 'POST', body: bytes, headers })) /
          (await measureRequestCost(file)),
      );
    }
    expect(Math.min(...ratios)).toBeLessThanOrEqual(maxFileRatio);
    await expectUnharmed(site);
  },
);
