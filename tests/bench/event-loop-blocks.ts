import { contentReaders } from '../support/content-readers.ts';
import { largestContent } from '../support/content-readers/content-reader.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { callbackToken, everyActionRequest } from '../support/every-action.ts';
import { everyInput } from '../support/every-input.ts';
import { formPost, type Input } from '../support/form-inputs.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { hostileUnits, textOf } from '../support/hostile-texts.ts';
import { rawRequest } from '../support/raw-request.ts';
import { measureInProcess } from '../support/reader-process.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { startWatchedSite, type WatchedSite } from '../support/watched-site.ts';
import { median } from './figures.ts';

/** How long one request may block the event loop (ms). */
const maxBlock = 50;
const rounds = 5;
/** Input sizes (bytes). */
const sizes = [500, 2_000, 10_000, 64_000, scaleForSoak(1_000_000, 9_000_000)];
/** Blocks longer than this are measured again (ms). */
const repeatThreshold = 20;

/**
 * Measures how long a single request or a single content blocks the event loop: every content of every reader, and every
 * hostile text in every input, in several sizes. Long blocks are measured again five times, and their median counts.
 * @param args `readers` measures only the readers of content
 */
export async function benchBlocks(args: string[]): Promise<boolean> {
  const readers = await benchReaders();
  return args[0] === 'readers' ? readers : (await benchRequests()) && readers;
}

/** Measures how long each reader of content blocks the event loop of a process of its own, with contents of 10 MB. */
async function benchReaders(): Promise<boolean> {
  const worst: Block[] = [];
  for (const { name } of contentReaders) {
    let longest: Block = { input: name, text: '', bytes: 0, milliseconds: 0 };
    for (const { content, size, stop } of await measureInProcess(name)) {
      if (stop > longest.milliseconds) longest = { input: name, text: content, bytes: size, milliseconds: stop };
    }
    printBlock(longest);
    worst.push(longest);
  }
  return judge(worst, 'One content');
}

async function benchRequests(): Promise<boolean> {
  const watched = await startWatchedSite({ RATE_LIMIT_FACTOR: '1000', API_CALLBACK_TOKEN: callbackToken });
  try {
    const inputs = await everyInput(watched.site);
    // Warm up the JIT first.
    for (const input of inputs) for (let turn = 0; turn < 10; turn += 1) await blockOf(watched, input, 'warm', 100);
    const worst: Block[] = [];
    for (const input of inputs) {
      let longest: Block = { input: input.name, text: '', bytes: 0, milliseconds: 0 };
      for (const [text, unit] of hostileUnits) {
        for (const bytes of new Set(sizes.map((size) => Math.min(size, input.maxBytes)))) {
          let milliseconds = await blockOf(watched, input, unit, bytes);
          if (milliseconds > Math.max(repeatThreshold, longest.milliseconds))
            milliseconds = await medianBlock(watched, input, unit, bytes);
          if (milliseconds > longest.milliseconds) longest = { input: input.name, text, bytes, milliseconds };
        }
      }
      printBlock(longest);
      worst.push(longest);
    }
    for (const { name, contents, form } of contentReaders) {
      if (!form) continue;
      const path = form === 'contact' ? '/en/contact' : '/en/services/evacuation';
      const { origin: _, ...person } = validRequest({ message: 'A question' });
      const fields = form === 'contact' ? person : validRequest();
      let longest: Block = { input: `upload: ${name}`, text: '', bytes: 0, milliseconds: 0 };
      for (const [text, bytes] of contents) {
        const file = bytes(largestContent - 100_000);
        const request = await formPost(path, formData(fields, [{ name: 'file', bytes: file }]));
        const milliseconds = await medianBlock(watched, fixedInput(name, request), 'x', 1);
        if (milliseconds > longest.milliseconds) longest = { ...longest, text, bytes: file.length, milliseconds };
      }
      printBlock(longest);
      worst.push(longest);
    }
    const actions = await everyActionRequest(watched.site);
    for (const [name, body] of hostileBodies) {
      let longest: Block = { input: name, text: 'body', bytes: 0, milliseconds: 0 };
      for (const { path, headers, fields } of actions) {
        const sent = body(9_900_000, fields);
        const request = { path, method: 'POST', headers: { ...headers, ...sent.headers }, body: sent.bytes };
        const input = fixedInput(`${name} at ${path}`, request);
        let milliseconds = await blockOf(watched, input, 'x', 1);
        if (milliseconds > Math.max(repeatThreshold, longest.milliseconds))
          milliseconds = await medianBlock(watched, input, 'x', 1);
        if (milliseconds > longest.milliseconds)
          longest = { ...longest, input: input.name, bytes: sent.bytes.length, milliseconds };
      }
      printBlock(longest);
      worst.push(longest);
    }
    return judge(worst, 'One request');
  } finally {
    await watched.close();
  }
}

/** The longest time that an input blocked the event loop (`milliseconds`), and the text and size that caused it. */
interface Block {
  input: string;
  text: string;
  bytes: number;
  milliseconds: number;
}

function judge(blocks: readonly Block[], subject: string): boolean {
  const overall = Math.max(...blocks.map(({ milliseconds }) => milliseconds));
  console.log(`${subject} blocks the event loop for ${overall.toFixed(1)} ms at most (limit ${maxBlock} ms)`);
  return overall <= maxBlock;
}

/** Returns an input that sends the same request for any text. */
function fixedInput(name: string, request: Awaited<ReturnType<Input['request']>>): Input {
  return { name, key: name, maxBytes: Infinity, request: () => Promise.resolve(request) };
}

function printBlock({ input, text, bytes, milliseconds }: Block): void {
  console.log(`${milliseconds.toFixed(1).padStart(8)} ms  ${input.slice(0, 90)}: ${text}, ${bytes} bytes`);
}

async function blockOf(watched: WatchedSite, input: Input, unit: string, bytes: number): Promise<number> {
  const { path, ...request } = await input.request(textOf(unit, bytes));
  await watched.longestBlock();
  await rawRequest(watched.site.url + path, request);
  return watched.longestBlock();
}

async function medianBlock(watched: WatchedSite, input: Input, unit: string, bytes: number): Promise<number> {
  const blocks: number[] = [];
  while (blocks.length < rounds) blocks.push(await blockOf(watched, input, unit, bytes));
  return median(blocks);
}
