import { depth } from '../support/depth.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { everyInput, type Input, posted } from '../support/every-input.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { hostileFiles } from '../support/hostile-files.ts';
import { hostileUnits, textOf } from '../support/hostile-texts.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startWatchedSite, type WatchedSite } from '../support/watched-site.ts';
import { median } from './figures.ts';

/** How long one request may block the event loop (ms). */
const maxStop = 50;
const rounds = 5;
/** Sizes of texts (bytes). */
const sizes = [500, 2_000, 10_000, 64_000, depth(1_000_000, 9_000_000)];
/** Stops longer than this are measured again (ms). */
const repeatThreshold = 20;

/**
 * Measures how long a single request blocks the event loop: every hostile text in every input, in several sizes. Long
 * stops are measured again, and the median of five counts.
 */
export async function benchStops(): Promise<boolean> {
  const watched = await startWatchedSite({ RATE_LIMIT_FACTOR: '1000' });
  try {
    const inputs = await everyInput(watched.site);
    // Warm up the compiler.
    for (const input of inputs) for (let turn = 0; turn < 10; turn += 1) await stopOf(watched, input, 'warm', 100);
    const worst: Stop[] = [];
    for (const input of inputs) {
      let longest = { input: input.name, text: '', bytes: 0, stop: 0 };
      for (const [text, unit] of hostileUnits) {
        for (const bytes of new Set(sizes.map((size) => Math.min(size, input.maxBytes)))) {
          let stop = await stopOf(watched, input, unit, bytes);
          if (stop > Math.max(repeatThreshold, longest.stop)) stop = await medianStop(watched, input, unit, bytes);
          if (stop > longest.stop) longest = { input: input.name, text, bytes, stop };
        }
      }
      console.log(
        `${longest.stop.toFixed(1).padStart(8)} ms  ${longest.input.slice(0, 90)}: ${longest.text}, ${longest.bytes} bytes`,
      );
      worst.push(longest);
    }
    for (const [name, form, bytes] of hostileFiles) {
      const path = form === 'contact' ? '/en/contact' : '/en/services/evacuation';
      const { origin: _, ...person } = validRequest({ message: 'A question' });
      const fields = form === 'contact' ? person : validRequest();
      let longest = { input: name, text: 'file', bytes: 0, stop: 0 };
      for (const size of [100_000, 1_000_000, 9_900_000]) {
        const request = await posted(path, formData(fields, [{ name: 'file', bytes: bytes(size) }]));
        const stop = await medianStop(
          watched,
          { name, maxBytes: Infinity, request: () => Promise.resolve(request) },
          'x',
          1,
        );
        if (stop > longest.stop) longest = { ...longest, bytes: size, stop };
      }
      printStop(longest);
      worst.push(longest);
    }
    for (const [name, body] of hostileBodies) {
      const { headers, bytes } = body(9_900_000);
      const request = { path: '/en/services/evacuation', method: 'POST', headers, body: bytes };
      const stop = await medianStop(
        watched,
        { name, maxBytes: Infinity, request: () => Promise.resolve(request) },
        'x',
        1,
      );
      const longest = { input: name, text: 'body', bytes: bytes.length, stop };
      printStop(longest);
      worst.push(longest);
    }
    const overall = Math.max(...worst.map(({ stop }) => stop));
    console.log(`The longest stop by one request: ${overall.toFixed(1)} ms, at most ${maxStop} ms`);
    return overall <= maxStop;
  } finally {
    await watched.close();
  }
}

/** The longest stop (ms) of an input, and its cause. */
interface Stop {
  input: string;
  text: string;
  bytes: number;
  stop: number;
}

function printStop({ input, text, bytes, stop }: Stop): void {
  console.log(`${stop.toFixed(1).padStart(8)} ms  ${input.slice(0, 90)}: ${text}, ${bytes} bytes`);
}

async function stopOf(watched: WatchedSite, input: Input, unit: string, bytes: number): Promise<number> {
  const { path, ...request } = await input.request(textOf(unit, bytes));
  await watched.longestStop();
  await rawRequest(watched.site.url + path, request);
  return watched.longestStop();
}

async function medianStop(watched: WatchedSite, input: Input, unit: string, bytes: number): Promise<number> {
  const stops: number[] = [];
  while (stops.length < rounds) stops.push(await stopOf(watched, input, unit, bytes));
  return median(stops);
}
