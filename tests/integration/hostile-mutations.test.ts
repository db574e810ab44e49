import { readFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SeededRandom, seededRandom } from '../../app/flights/suppliers/sample/seeded-random.ts';
import { languageCodes } from '../../app/i18n/languages.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { everyForm } from '../support/every-form.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { jpeg, pdf, png } from '../support/medical-files.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => enquirySite.close());

const postCount = scaleForSoak(300, 10_000);
const concurrency = 8;
/** Timeout of the test (ms). Generous, because a busy machine may answer only a few posts a second. */
const timeout = scaleForSoak(400, 1_500) * 1_000;
/** Maximum memory of the process during the posts (kB). It stays near 550 MB after the first thousand. */
const maxMemory = 700 * 1024;

interface Post {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Creates a valid post of a random form, in one of the two encodings. */
function createValidPost(random: SeededRandom): Post {
  const form = pick(random, everyForm);
  const path = `/${pick(random, languageCodes)}${form.path}`;
  const fields = Object.entries(form.valid());
  if (random.chance(0.3)) {
    const body = Buffer.from(new URLSearchParams(fields).toString());
    return { path, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body };
  }
  const boundary = `----b${random.integer(1, 1e9)}`;
  const parts = fields.map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const file = pick(random, [pdf(300, random.integer(1, 250)), png, jpeg]);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  if (random.chance(0.5)) parts.push(Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n')]));
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { path, headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` }, body };
}

type Mutation = (post: Post, random: SeededRandom) => Post;

function pick<Item>(random: SeededRandom, items: readonly Item[]): Item {
  const item = items[random.integer(0, items.length - 1)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}

const randomOffset = (body: Buffer, random: SeededRandom) => random.integer(0, Math.max(0, body.length - 1));
const withBody = (post: Post, body: Buffer): Post => ({ ...post, body });
const withType = (post: Post, type: string): Post => ({ ...post, headers: { ...post.headers, 'Content-Type': type } });
const editText = (post: Post, change: (text: string) => string) =>
  withBody(post, Buffer.from(change(post.body.toString('latin1')), 'latin1'));

const oddWords = [
  ...[
    '__proto__',
    'constructor',
    'a[__proto__][b]',
    'name[]',
    'name[99999999]',
    'draft',
    'intent',
    'remove',
    'receipt',
    'kind',
  ],
  ...[
    '',
    '\0',
    '\r\n',
    '\r\n\r\n',
    '"',
    '\\"',
    '%',
    '%zz',
    '+',
    '&',
    '=',
    ';',
    '-1',
    '1e309',
    '9'.repeat(400),
    'NaN',
    'null',
  ],
  ...[
    '٩'.repeat(50),
    '\u202E',
    '{{company}}',
    '$t(x)',
    '<script>',
    "'--",
    '../../etc/passwd',
    'Infinity',
    '2031-13-45',
    '0000-00-00',
  ],
];

const oddContentTypes = [
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    'multipart/form-data; boundary=""',
  ],
  ...[
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencoded; charset=utf-7',
    'text/plain',
    'application/json',
    '',
  ],
  ...['application/x-www-form-urlencoded; charset=utf-16le', 'application/x-www-form-urlencoded; charset=evil', 'x'],
  `multipart/form-data; boundary=${'b'.repeat(3000)}`,
  'multipart/form-data; boundary=a; boundary=b',
];

/** Ways to corrupt a valid post. Their names appear in failures. */
const mutations: Mutation[] = [
  function replaceBytes(post, random) {
    const body = Buffer.from(post.body);
    for (let count = random.integer(1, 20); count > 0; count--)
      body[randomOffset(body, random)] = random.integer(0, 255);
    return withBody(post, body);
  },
  function truncate(post, random) {
    return withBody(post, post.body.subarray(0, randomOffset(post.body, random)));
  },
  function removeSection(post, random) {
    const [from, to] = [randomOffset(post.body, random), randomOffset(post.body, random)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    return withBody(post, Buffer.concat([post.body.subarray(0, from), post.body.subarray(to)]));
  },
  function repeatSection(post, random) {
    const [from, to] = [randomOffset(post.body, random), randomOffset(post.body, random)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    const part = post.body.subarray(from, to);
    return withBody(post, Buffer.concat([post.body, ...Array.from({ length: random.integer(1, 30) }, () => part)]));
  },
  function replaceBoundary(post, random) {
    return withType(post, `multipart/form-data; boundary=----b${random.integer(1, 1e9)}`);
  },
  function replaceContentType(post, random) {
    return withType(post, pick(random, oddContentTypes));
  },
  function insertOddWord(post, random) {
    const word = Buffer.from(pick(random, oddWords));
    const at = randomOffset(post.body, random);
    return withBody(post, Buffer.concat([post.body.subarray(0, at), word, post.body.subarray(at)]));
  },
  function replaceFieldNames(post, random) {
    const word = pick(random, oddWords);
    return editText(post, (text) =>
      text.replace(/name="[^"]*"/g, (name) => (random.chance(0.5) ? `name="${word}"` : name)),
    );
  },
  function replaceFileName(post, random) {
    const word = Buffer.from(pick(random, oddWords)).toString('latin1');
    const names = [
      `filename="${word}"`,
      `filename*=UTF-8''${word}`,
      `filename*=utf-7''+AD4-`,
      `filename*0="a"; filename*1="b"`,
      'filename',
    ];
    return editText(post, (text) => text.replace(/filename="[^"]*"/, () => pick(random, names)));
  },
  function removePartHeader(post) {
    return editText(post, (text) => text.replace(/Content-Disposition:[^\r]*\r\n/, ''));
  },
  function addPartHeaders(post, random) {
    const lines = 'X-A: b\r\n'.repeat(random.integer(1, 300));
    return editText(post, (text) => text.replace('Content-Disposition', `${lines}Content-Disposition`));
  },
  function addTransferEncoding(post, random) {
    const encodings = ['base64', 'quoted-printable', 'binary', '7bit', 'gzip', 'evil'];
    return editText(post, (text) =>
      text.replace('\r\n\r\n', `\r\nContent-Transfer-Encoding: ${pick(random, encodings)}\r\n\r\n`),
    );
  },
  function useBareLineFeeds(post) {
    return editText(post, (text) => text.replace(/\r\n/g, '\n'));
  },
  function encodeAsUtf16(post) {
    return withBody(post, Buffer.from(post.body.toString(), 'utf16le'));
  },
  function encodeAsUtf7(post) {
    return editText(post, (text) => text.replace(/a/g, '+AGE-'));
  },
  function insertRandomCharacters(post, random) {
    const letters = Array.from({ length: random.integer(1, 200) }, () => random.integer(0, 0x10ffff));
    const text = letters.filter((code) => code < 0xd800 || code > 0xdfff).map((code) => String.fromCodePoint(code));
    return editText(post, (body) => body.replace(/Visitor \d+/g, () => Buffer.from(text.join('')).toString('latin1')));
  },
  function insertInvalidUtf8(post) {
    return editText(post, (text) => text.replace(/Visitor/g, '\xed\xa0\x80\xff\xfe\xc0\xaf\xf8'));
  },
  function replaceNumbers(post, random) {
    return editText(post, (text) =>
      text.replace(/\d{1,4}(?=\r|&|$)/g, () => pick(random, ['9'.repeat(300), '-0', '1e999', '0x1f', '٣٫٥'])),
    );
  },
  function removeBody(post) {
    return withBody(post, Buffer.alloc(0));
  },
  function replaceBodyWithNoise(post, random) {
    return withBody(post, Buffer.from(Array.from({ length: random.integer(1, 3000) }, () => random.integer(0, 255))));
  },
  function prependParts(post, random) {
    const line = /^[^\r\n]*/.exec(post.body.toString('latin1'))?.[0] ?? '--x';
    return withBody(post, Buffer.concat([Buffer.from(`${line}\r\n\r\n`.repeat(random.integer(1, 400))), post.body]));
  },
  function addQuery(post, random) {
    const word = encodeURIComponent(pick(random, oddWords));
    return { ...post, path: `${post.path}${post.path.includes('?') ? '&' : '?'}${word}=${word}` };
  },
  function makeDataRequest(post, random) {
    const id = pick(random, ['root', 'routes/$lang.contact', 'routes/$lang._index', 'evil']);
    return { ...post, path: `${post.path}${post.path.includes('?') ? '&' : '?'}_data=${encodeURIComponent(id)}` };
  },
  function postToOtherForm(post, random) {
    return { ...post, path: `/${pick(random, languageCodes)}${pick(random, everyForm).path}` };
  },
];

const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
afterAll(() => agent.destroy());

/** @returns the status of the response */
function sendPost({ path, headers, body }: Post): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = { 'Content-Length': String(body.length) };
    const request = httpRequest(
      enquirySite.site.url + path,
      { method: 'POST', headers: { ...headers, ...length }, agent },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Reads the peak memory of a process (kB). */
async function readPeakMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]);
}

test(`${postCount} corrupted posts each get a response, use bounded memory, and do no harm`, { timeout }, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const random = seededRandom(seed);
  const counts = new Map<number, number>();
  let sent = 0;
  const worker = async () => {
    while (sent < postCount) {
      sent += 1;
      const number = sent;
      let post = createValidPost(random);
      const applied: string[] = [];
      // Applies each mutation in turn, so that few posts cover all of them, and up to two random ones.
      const extra = Array.from({ length: random.integer(0, 2) }, () => pick(random, mutations));
      for (const mutation of [...mutations.filter((_, index) => index === number % mutations.length), ...extra]) {
        applied.push(mutation.name);
        post = mutation(post, random);
      }
      const description = `number ${number} of SEED=${seed}: ${applied.join(', ')} at ${post.path}, ${post.body.length} bytes`;
      const status = await sendPost(post).catch((error: unknown) => {
        throw new Error(`No response to ${description}`, { cause: error });
      });
      counts.set(status, (counts.get(status) ?? 0) + 1);
      const errors = status < 500 ? [] : enquirySite.site.log.filter((line) => line.includes('"level":50'));
      const details = `${description}\n${errors.join('\n')}`;
      expect(status, details).toBeGreaterThanOrEqual(200);
      expect(status, details).toBeLessThan(500);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  expect(counts.get(400), 'rejected posts').toBeGreaterThan(postCount / 10);
  expect(counts.get(303), 'accepted posts').toBeGreaterThan(0);
  expect(await readPeakMemory(enquirySite.site.process.pid), 'kilobytes').toBeLessThan(maxMemory);
  await expectUnharmed(enquirySite.site);
});
