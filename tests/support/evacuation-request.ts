import type { Language } from '../../app/i18n/languages.ts';
import { readPage } from './page.ts';

/** Returns the fields of a valid request. They differ on each call, because equal requests become one enquiry. */
export function validRequest(overrides: Record<string, string> = {}): Record<string, string> {
  counter += 1;
  return {
    name: `Ahmad Ali ${counter}`,
    email: 'ahmad@example.com',
    phone: '+966 50 123 4567',
    origin: 'Riyadh (RUH)',
    destination: 'MUC',
    date: '2031-03-27',
    ...overrides,
  };
}

let counter = 0;

export interface SentFile {
  name: string;
  bytes: Uint8Array;
  type?: string;
}

/** Builds the form data that a browser would send. */
export function formData(fields: Record<string, string | string[]>, files: SentFile[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const single of [value].flat()) form.append(name, single);
  }
  for (const { name, bytes, type } of files) form.append('files', new Blob([bytes as BlobPart], { type }), name);
  return form;
}

/** Posts the form without following the redirect. */
export function post(site: { url: string }, language: Language, body: FormData): Promise<Response> {
  return fetch(`${site.url}/${language}/services/evacuation`, { method: 'POST', body, redirect: 'manual' });
}

/** Sends an otherwise valid request with these fields and files. */
export function send(
  site: { url: string },
  fields: Record<string, string> = {},
  files: SentFile[] = [],
  language: Language = 'en',
): Promise<Response> {
  return post(site, language, formData(validRequest(fields), files));
}

/** Sends the form with a draft. @returns the text of the receipt */
export async function sendDraft(site: { url: string }, draft: string): Promise<string> {
  const response = await post(site, 'en', formData({ ...validRequest(), draft }));
  if (response.status !== 303) throw new Error(`The site responded to the form with ${response.status}`);
  const { pathname } = new URL(response.headers.get('Location') ?? '');
  return (await readPage(await fetch(site.url + pathname))).text;
}
