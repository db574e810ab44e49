import { expect, test } from 'vitest';
import { FormError, readForm } from './read-form.server.ts';

const boundary = 'boundary';
const part = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const end = `--${boundary}--\r\n`;

function requestOf(body: BodyInit): Request {
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  return new Request('https://site.example/desk', { method: 'POST', headers, body, duplex: 'half' });
}

/** Reads a form that is not accepted. @returns why, and the field that has arrived */
async function refusalOf(request: Request, evictionSignal?: AbortSignal) {
  const context: Parameters<typeof readForm>[0]['context'] = { ...(evictionSignal && { evictionSignal }) };
  const error: unknown = await readForm({ request, context }).catch((reason: unknown) => reason);
  return { reason: error instanceof FormError ? error.reason : error, text: context.submitted?.get('text') };
}

test('of a form that is not accepted, what has arrived is kept', async () => {
  const text = part('text', 'note');
  const tooLarge = requestOf(text + part('other', 'x'.repeat(66_000)) + end);
  expect(await refusalOf(tooLarge)).toEqual({ reason: 'too large', text: 'note' });
  const truncated = requestOf(text + part('other', 'x').slice(0, -5));
  expect(await refusalOf(truncated)).toEqual({ reason: 'unreadable', text: 'note' });
});

test('a form that is interrupted in favour of another request is not called unreadable', async () => {
  const eviction = new AbortController();
  const chunks = [part('text', 'note') + part('other', 'x'), part('late', 'x') + end];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
      // The first chunk is parsed before the next one is asked for.
      await new Promise((resolve) => setImmediate(resolve));
      if (chunks.length === 1) eviction.abort();
    },
  });
  expect(await refusalOf(requestOf(body), eviction.signal)).toEqual({ reason: 'busy', text: 'note' });
});
