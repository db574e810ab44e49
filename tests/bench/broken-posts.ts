import { type Agent, request } from 'node:http';
import { languageCodes } from '../../app/i18n/languages.ts';
import { everyForm } from '../support/every-form.ts';

/** A part of a multipart body: a field, or a file with these bytes as its content. */
interface Part {
  name: string;
  value: string;
  isFile?: boolean;
}

/** Ways to break a form: the parts to send, and the share of the body that is sent (0 to 1). */
const faults: ((parts: Part[], count: number) => { parts: Part[]; share?: number; isAborted?: boolean })[] = [
  // Every other field is missing.
  (parts, count) => ({ parts: parts.filter((_, index) => (index + count) % 2 === 0) }),
  // Values of the wrong type.
  (parts) => ({ parts: parts.map((part) => ({ ...part, value: `not a ${part.name}` })) }),
  // Files instead of texts, and a text instead of files.
  (parts) => ({ parts: [...parts.map((part) => ({ ...part, isFile: true })), { name: 'files', value: 'a text' }] }),
  // The body ends early, and its declared length is that of the part sent.
  (parts, count) => ({ parts, share: ((count % 97) + 1) / 98 }),
  // The connection ends early.
  (parts, count) => ({ parts, share: ((count % 97) + 1) / 98, isAborted: true }),
];

/**
 * Posts one of the site's forms with a fault: missing fields, wrong types, or a body that ends early.
 * @param count chooses the form, its language and the fault
 * @returns the status of the response; undefined if the fault closes the connection early
 */
export function sendBrokenPost(url: string, count: number, agent: Agent): Promise<number | undefined> {
  const form = everyForm[count % everyForm.length];
  const language = languageCodes[count % languageCodes.length];
  const valid = Object.entries(form?.valid() ?? {}).map(([name, value]) => ({ name, value }));
  const { parts, share = 1, isAborted = false } = faults[count % faults.length]?.(valid, count) ?? { parts: valid };
  const body = Buffer.from(`${parts.map(formatPart).join('')}--xyz--\r\n`);
  const sent = body.subarray(0, share * body.length);
  const length = isAborted ? body.length + 1 : sent.length;
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=xyz', 'Content-Length': length };
    const outgoing = request(`${url}/${language}${form?.path}`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    outgoing.on('error', (error) => (isAborted ? resolve(undefined) : reject(error)));
    if (isAborted) outgoing.write(sent, () => outgoing.destroy());
    else outgoing.end(sent);
  });
}

function formatPart({ name, value, isFile = false }: Part): string {
  const file = isFile ? '; filename="a.pdf"\r\nContent-Type: application/pdf' : '';
  return `--xyz\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
}
