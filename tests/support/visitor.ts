import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '#app/flights/suppliers/sample/seeded-random.ts';
import { formData, type SentFile, validRequest } from './evacuation-request.ts';
import { pdf } from './medical-files.ts';
import { hiddenFields, readPage } from './page.ts';
import { Refusal } from './refusal.ts';
import { createUpload, newToken, patch, progressOf } from './resumable-upload.ts';

/** A visitor who fills in a form once and may send it several times over an unreliable connection. */
export interface Visitor {
  /** Unique; identifies the visitor's request everywhere. */
  name: string;
  path: '/contact' | '/services/evacuation';
  fields: Record<string, string>;
  files: SentFile[];
  /** Token of the draft, if files are uploaded before the form. */
  draft?: string;
  /** URLs of the started uploads, in the order of the files. */
  uploads: string[];
  /** The fields that the API must receive. */
  expected: Record<string, string>;
  /** How many times the button is pressed in quick succession. */
  taps: number;
  /** Until when the site certainly recognises a repetition of the last submission (ms since 1970). */
  recognisedUntil: number;
  /** The confirmations received, in order. */
  confirmations: Confirmation[];
  /** Whether the visitor has requested the erasure. */
  isErasureRequested: boolean;
  /** Whether the site has confirmed the erasure. */
  isErased: boolean;
}

/** A response confirming that the request is stored. */
interface Confirmation {
  /** 303: the desk has it. 502: not yet. */
  status: 303 | 502;
  /** Path of the receipt. */
  receipt: string;
  /** As displayed on the page; undefined for a redirect. */
  reference?: string;
  /** The page's hidden fields, which allow the same request to be sent again with its files. */
  hidden?: Record<string, string>;
}

/** Creates a visitor with a valid form. */
export function newVisitor(random: SeededRandom, name: string): Visitor {
  const digits = String(random.integer(1_000_000, 9_999_999));
  const person = { name, email: `a${digits}@example.com`, phone: `+966 50 ${digits}` };
  const contact = { name, email: person.email, phone: `+96650${digits}` };
  const visitor = {
    ...{ name, files: filesOf(random, name), uploads: [], confirmations: [] },
    ...{ taps: random.chance(0.3) ? 2 : 1, recognisedUntil: 0, isErasureRequested: false, isErased: false },
  };
  // Half of the browsers run scripts, which set the form key and upload the files before the form.
  const hidden: Record<string, string> = {};
  if (random.chance(0.5)) {
    const draft = newToken();
    Object.assign(hidden, { 'form-key': newToken() }, visitor.files.length > 0 && { draft });
    Object.assign(visitor, visitor.files.length > 0 && { draft });
  }
  if (random.chance(0.5)) {
    const message = `سؤال ${digits}`;
    return {
      ...visitor,
      path: '/contact',
      fields: { ...person, message, ...hidden },
      expected: { ...contact, message },
    };
  }
  return {
    ...visitor,
    path: '/services/evacuation',
    fields: { ...validRequest(person), ...hidden },
    expected: { ...contact, origin: 'RUH', destination: 'MUC', date: '2031-03-27', asSoonAsPossible: 'false' },
  };
}

/** Returns no files for half of the visitors, and one to three files of about 100 kB for the others. */
function filesOf(random: SeededRandom, name: string): SentFile[] {
  if (random.chance(0.5)) return [];
  return Array.from({ length: random.integer(1, 3) }, (_, index) => ({
    name: `${name} ${index + 1}.pdf`,
    bytes: pdf(random.integer(60_000, 160_000), random.integer(1, 250)),
  }));
}

/**
 * Uploads the visitor's files before the form, each in two chunks, and resumes interrupted uploads.
 * @returns whether the site has received all of them
 * @throws {@link Refusal}
 */
export async function sendFilesFirst(site: { url: string }, visitor: Visitor): Promise<boolean> {
  const { draft, uploads, files, path } = visitor;
  if (!draft) return true;
  const rules = path === '/contact' ? 'letter' : 'medical';
  for (const [index, { name, bytes }] of files.entries()) {
    uploads[index] ??= (await unlessDisconnected(createUpload(site, { draft, name, size: bytes.length, rules }))) ?? '';
    // If the URL of a new upload is lost, the next call starts another one, and the first stays empty.
    if (!uploads[index]) {
      uploads.pop();
      return false;
    }
    const address = site.url + new URL(uploads[index]).pathname;
    const progress = await unlessDisconnected(progressOf(address));
    if (!progress) return false;
    const middle = Math.max(progress.offset, Math.floor(bytes.length / 2));
    for (const [start, end] of [
      [progress.offset, middle],
      [middle, bytes.length],
    ] as const) {
      if (start === end) continue;
      const response = await unlessDisconnected(patch(address, start, bytes.subarray(start, end)));
      if (!response) return false;
      if (!response.ok) {
        throw new Refusal(`${visitor.name} could not send a file: ${response.status}`, response.status);
      }
    }
  }
  return true;
}

/** Erases the visitor's request with the button on its receipt. */
export async function erase(site: { url: string }, visitor: Visitor): Promise<void> {
  visitor.isErasureRequested = true;
  const { receipt } = visitor.confirmations[0] ?? {};
  const response = await unlessDisconnected(
    fetch(`${site.url}${receipt}/delete`, { method: 'POST', body: new FormData(), redirect: 'manual' }),
  );
  if (!response) return;
  // 410: an earlier submission erased the request, but its response was lost.
  if (response.status !== 303 && response.status !== 410) throw new Error(`${visitor.name} got ${response.status}`);
  visitor.isErased = true;
}

/**
 * Sends the visitor's form and records the confirmation; ignores a lost response. After "not delivered yet", the form
 * refers to the files by the draft in that page, as a browser would.
 * @param isSlow sends the body slowly, in chunks
 * @throws {@link Refusal} for any other response
 */
export async function send(site: { url: string }, visitor: Visitor, isSlow: boolean): Promise<void> {
  visitor.recognisedUntil = Date.now() + 60_000;
  const hidden = visitor.confirmations.find((confirmation) => confirmation.hidden)?.hidden;
  const form = formData({ ...visitor.fields, ...hidden }, (hidden?.draft ?? visitor.draft) ? [] : visitor.files);
  const encoded = new Response(form);
  const headers = { 'Content-Type': encoded.headers.get('Content-Type') ?? '' };
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const response = await unlessDisconnected(
    fetch(`${site.url}/en${visitor.path}`, {
      method: 'POST',
      headers,
      redirect: 'manual',
      ...(isSlow ? { body: slowBody(bytes), duplex: 'half' } : { body: bytes }),
    }),
  );
  if (!response) return;
  if (response.status === 303) {
    visitor.confirmations.push({ status: 303, receipt: new URL(response.headers.get('Location') ?? '').pathname });
    return;
  }
  const html = await unlessDisconnected(response.text());
  if (html === undefined) return;
  const page = await readPage(new Response(html));
  const alert = page.document.querySelector('[role=alert]');
  const receipt = alert?.querySelector('a[href*="/requests/"]')?.getAttribute('href');
  const reference = alert?.querySelector('bdi')?.textContent;
  if (response.status !== 502 || !receipt || !reference) {
    throw new Refusal(`${visitor.name} got ${response.status}: ${alert?.textContent ?? page.text}`, response.status);
  }
  visitor.confirmations.push({ status: 502, receipt, reference, hidden: hiddenFields(page) });
}

/** Resolves to undefined if the connection was lost. */
async function unlessDisconnected<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    // `fetch` throws a TypeError for a lost connection.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Streams the bytes as over a slow connection. */
function slowBody(bytes: Buffer): ReadableStream<Uint8Array> {
  const chunkSize = 16 * 1024;
  let start = 0;
  return new ReadableStream({
    async pull(controller) {
      await pause(4);
      controller.enqueue(bytes.subarray(start, start + chunkSize));
      start += chunkSize;
      if (start >= bytes.length) controller.close();
    },
  });
}
