import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ActionRequest, callbackToken, everyAction, everyActionRequest } from '../support/every-action.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { hostileBodies, type HostileBody } from '../support/hostile-bodies.ts';
import { memoryOf } from '../support/memory.ts';
import { processorTime } from '../support/processor-time.ts';
import { rawRequest } from '../support/raw-request.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { waitFor } from '../support/wait-for.ts';
import { startWatchedSite, type WatchedSite } from '../support/watched-site.ts';

// Every hostile body goes to every route that has an action, from a visitor and from somebody who is signed in.

/** Sizes of bodies (bytes): what every route reads, what only forms with files read, and sixteen times as much. */
const [small, medium, large] = [60_000, 1_000_000, 16_000_000] as const;
/** How many times as much the largest body may cost as one of a sixteenth of its size. */
const maxCostRatio = 24;
/** How long the site may stop at most, compared with the reference load. */
const maxStopRatio = 2;
/** How much memory may remain in use (MiB). */
const maxKeptMemory = 64;
const rounds = 3;
/** An ordinary run sends each body to a quarter of the routes, and its larger sizes to a sixteenth: each to others. */
const [smallPart, largePart] = scaleForSoak([4, 16], [1, 1]);

const warming = hostileBodies.filter((_, index) => index % 12 === 0);

let watched: WatchedSite;
let requests: ActionRequest[];
let reference: number;
let idleMemory: number;
beforeAll(async () => {
  watched = await startWatchedSite({ RATE_LIMIT_FACTOR: '1000', API_CALLBACK_TOKEN: callbackToken });
  requests = await everyActionRequest(watched.site);
  // Warm up the JIT, and let the heap grow to its usual size.
  for (const request of requests) for (const [, body] of warming) await post(request, body(medium, request.fields));
  reference = await watched.referenceTime();
  idleMemory = memoryOf(watched.site.process.pid);
});
afterAll(() => watched.close());

async function post({ path, headers }: ActionRequest, body: HostileBody) {
  const options = { method: 'POST', headers: { ...headers, ...body.headers }, body: body.bytes };
  return rawRequest(watched.site.url + path, options);
}

/** Sends a body. @returns the response, the processor time it cost and the longest stop (ms) */
async function measure(request: ActionRequest, body: HostileBody) {
  const { pid } = watched.site.process;
  await watched.longestBlock();
  const before = await processorTime(pid);
  const response = await post(request, body);
  const cost = (await processorTime(pid)) - before;
  return { response, cost, stop: await watched.longestBlock() };
}

/** Checks the response to a body that makes no sense to any form. */
function expectRefusal(
  { name, statuses, language }: ActionRequest,
  { headers, bytes }: HostileBody,
  { status, headers: received, body }: Awaited<ReturnType<typeof rawRequest>>,
): void {
  const what = `${name}, ${bytes.length} bytes`;
  expect(statuses, what).toContain(status);
  // No form has as much text, and no text of a form may arrive in part.
  if (headers['Content-Type'] === 'application/x-www-form-urlencoded' && bytes.length > medium)
    expect(status, what).toBe(413);
  if (language !== undefined && received['content-type']?.startsWith('text/html'))
    expect(/<html lang="(\w+)"/.exec(body.toString())?.[1], what).toBe(language);
}

test('every route with an action has a sample', () => {
  const routes = everyAction();
  expect(routes.length).toBeGreaterThan(20);
  expect(requests.length).toBeGreaterThan(routes.length);
});

test.each(hostileBodies.map(([name, body], index) => ({ name, body, index })))(
  'costs no more than its size and stops nobody: $name',
  { timeout: scaleForSoak(120_000, 600_000) },
  async ({ body, index }) => {
    const problems: string[] = [];
    for (const [position, request] of requests.entries()) {
      if (position % smallPart !== index % smallPart) continue;
      const few = body(small, request.fields);
      expectRefusal(request, few, await post(request, few));
      if (position % largePart !== index % largePart) continue;
      const [less, more] = [body(medium, request.fields), body(large, request.fields)];
      const [stops, ratios]: [number[], number[]] = [[], []];
      const isUndecided = () => Math.min(...stops) > maxStopRatio * reference || Math.min(...ratios) > maxCostRatio;
      do {
        const [one, other] = [await measure(request, less), await measure(request, more)];
        for (const [sent, { response }] of [[less, one] as const, [more, other] as const])
          expectRefusal(request, sent, response);
        stops.push(Math.max(one.stop, other.stop));
        ratios.push(other.cost / one.cost);
      } while (isUndecided() && stops.length < rounds);
      if (isUndecided())
        problems.push(`${request.name}: ${Math.min(...stops).toFixed(0)} ms, ${Math.min(...ratios).toFixed(1)} times`);
    }
    expect(problems, `the reference load takes ${reference.toFixed(0)} ms`).toEqual([]);
    await expectUnharmed(watched.site);
  },
);

test('the memory is given back', async () => {
  await waitFor(() => memoryOf(watched.site.process.pid) < idleMemory + maxKeptMemory);
});
