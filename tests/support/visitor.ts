import { setTimeout as pause } from 'node:timers/promises';
import { formData, validRequest, type SentFile } from './evacuation-request.ts';
import { pdf } from './medical-files.ts';
import { readPage } from './page.ts';
import type { SeededRandom } from '#app/flights/sample/seeded-random.ts';

/** Somebody who fills in a form once and may send it several times, from a line that may break. */
export interface Visitor {
  /** By which everything that became of the visitor's request is found. */
  name: string;
  path: '/contact' | '/services/evacuation';
  fields: Record<string, string>;
  files: SentFile[];
  /** What the API must be told of it, beside the files. */
  expected: Record<string, string>;
  /** How often the button is pressed at once. */
  taps: number;
  /** What the visitor was told, in the order in which it arrived. */
  told: Told[];
}

/** An answer that says that the request is stored. */
export interface Told {
  /** 303: the desk has it. 502: not yet. */
  status: 303 | 502;
  /** Path of the receipt. */
  receipt: string;
  /** As the page shows it; only a page has one. */
  reference?: string;
  /** The hidden field with which the page sends the same files again. */
  draft?: string;
}

/** A visitor with a form that nothing is wrong with. Names are never the same twice. */
export function newVisitor(random: SeededRandom, name: string): Visitor {
  const digits = String(random.integer(1_000_000, 9_999_999));
  const person = { name, email: `a${digits}@example.com`, phone: `+966 50 ${digits}` };
  const told = { name, email: person.email, phone: `+96650${digits}` };
  const visitor = { name, files: filesOf(random, name), taps: random.chance(0.3) ? 2 : 1, told: [] };
  if (random.chance(0.5)) {
    const message = `سؤال ${digits}`;
    return { ...visitor, path: '/contact', fields: { ...person, message }, expected: { ...told, message } };
  }
  return {
    ...visitor,
    path: '/services/evacuation',
    fields: validRequest(person),
    expected: { ...told, origin: 'RUH', destination: 'MUC', date: '2031-03-27' },
  };
}

/** None for every second visitor, else up to three of some 100 kB. */
function filesOf(random: SeededRandom, name: string): SentFile[] {
  if (random.chance(0.5)) return [];
  return Array.from({ length: random.integer(1, 3) }, (_, index) => ({
    name: `${name} ${index + 1}.pdf`,
    bytes: pdf(random.integer(60_000, 160_000), random.integer(1, 250)),
  }));
}

/**
 * Sends the visitor's form and keeps what the answer told. After a page that said "not yet" the same files are sent
 * again by its draft, as a browser does it.
 * @param weak sends the body in pieces, with pauses
 * @throws when the answer is none of those that a good form may get; an answer that never arrived is none.
 */
export async function send(site: { url: string }, visitor: Visitor, weak: boolean): Promise<void> {
  const draft = visitor.told.find((told) => told.draft)?.draft;
  const form = draft ? formData({ ...visitor.fields, draft }) : formData(visitor.fields, visitor.files);
  const whole = new Response(form);
  const headers = { 'Content-Type': whole.headers.get('Content-Type') ?? '' };
  const bytes = Buffer.from(await whole.arrayBuffer());
  const response = await arrived(
    fetch(`${site.url}/en${visitor.path}`, {
      method: 'POST',
      headers,
      redirect: 'manual',
      ...(weak ? { body: inPieces(bytes), duplex: 'half' } : { body: bytes }),
    }),
  );
  if (!response) return;
  if (response.status === 303) {
    visitor.told.push({ status: 303, receipt: new URL(response.headers.get('Location') ?? '').pathname });
    return;
  }
  const html = await arrived(response.text());
  if (html === undefined) return;
  const page = await readPage(new Response(html));
  const alert = page.document.querySelector('[role=alert]');
  const receipt = alert?.querySelector('a[href*="/requests/"]')?.getAttribute('href');
  const reference = alert?.querySelector('bdi')?.textContent;
  if (response.status !== 502 || !receipt || !reference) {
    throw new Error(`${visitor.name} was answered with ${response.status}: ${alert?.textContent ?? page.text}`);
  }
  visitor.told.push({ status: 502, receipt, reference, draft: page.value('draft') });
}

/** Undefined when the connection broke before, or within, what was to arrive. */
async function arrived<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    // What fetch says of a broken connection.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** The bytes as a slow line brings them. */
function inPieces(bytes: Buffer): ReadableStream<Uint8Array> {
  const piece = 16 * 1024;
  let start = 0;
  return new ReadableStream({
    async pull(controller) {
      await pause(4);
      controller.enqueue(bytes.subarray(start, start + piece));
      start += piece;
      if (start >= bytes.length) controller.close();
    },
  });
}
