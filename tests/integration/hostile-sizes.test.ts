import { afterAll, beforeAll, expect, test } from 'vitest';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { everyForm } from '../support/every-form.ts';
import { everyInput, formPost, type Input } from '../support/every-input.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { hostileUnits, textOf } from '../support/hostile-texts.ts';
import { pdf } from '../support/medical-files.ts';
import { processorTime } from '../support/processor-time.ts';
import { type RawRequest, rawRequest } from '../support/raw-request.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let inputs: Input[];
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  inputs = await everyInput(site);
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
    ratios.push((await measureCost(input, large)) / (await measureCost(input, small)));
  } while (isUndecided() && countPassed() < scaleForSoak(ratios.length, Infinity));
  return { ratios, isLinear: countPassed() > ratios.length / 2 };
}

test('the inputs found on pages include those of every form', () => {
  for (const { path, fieldNames } of everyForm) {
    const page = path.replace(/\/medical-flight\/.*/, '/medical-flight/KIND');
    const named = inputs.filter(({ name }) => name.startsWith(`post /en${page}:`)).map(({ name }) => name.split(/:? /));
    expect(named.flat(), path).toEqual(expect.arrayContaining(fieldNames));
  }
  expect(inputs.filter(({ name }) => name.startsWith('post /en/requests/TOKEN'))).not.toEqual([]);
});

/** Every third unit in an ordinary run, all units in a soak. */
const units = hostileUnits.filter((_, index) => index % scaleForSoak(3, 1) === 0);

test.each(units)('the cost of every input is linear in the size of %s', { timeout: 600_000 }, async (_name, unit) => {
  const tooExpensive: string[] = [];
  for (const input of inputs) {
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
