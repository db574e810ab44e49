import type { HTMLElement } from 'node-html-parser';
import { indexablePaths } from '../../app/content/site/site-pages.ts';
import { listParamNames } from '../../app/flights/model/list-query.ts';
import { formData, send, validRequest } from './evacuation-request.ts';
import { pdf } from './medical-files.ts';
import { readPage } from './page.ts';
import type { RawRequest } from './raw-request.ts';
import { scaleForSoak } from './scale-for-soak.ts';
import type { Site } from './site.ts';

/** An input that accepts text, and the request that sends it. */
export interface Input {
  name: string;
  /** The maximum length of the text (bytes). */
  maxBytes: number;
  request(text: string): Promise<{ path: string } & RawRequest>;
}

/** Node's limit for all headers together, and the site's limits for a URL and a body (bytes). */
const maxHeaderBytes = 12_000;
const maxUrlBytes = 4_000;
const maxBodyBytes = 64 * 1024 * 1024;

/** Query parameters that routes read but no form contains. */
const routeParams = ['wording', 'again', 'back', 'search', 'searchId', 'urlId', 'locale', 'news', '_data', 'index'];
const cookies = ['language', 'cookieConsent', 'sent', '_ga', 'unknown'];

/**
 * Collects every input of a running site that accepts text: the controls of all forms on public pages and on a receipt,
 * query parameters and paths, cookies, headers and file names.
 */
export async function everyInput(site: Site): Promise<Input[]> {
  const { pathname: receipt } = new URL((await send(site)).headers.get('Location') ?? '', site.url);
  const paths = [...indexablePaths.map((path) => `/en${path}`), receipt, `${receipt}/delete`, '/en/search/flights'];
  const forms = new Map<string, Input>();
  // With a flight, this form has more fields; a rejected submission returns it.
  const flight = formData({
    flights: 'SV 175 · 2031-01-10 · RUH 02:15 → MUC 06:40',
    ...{ price: '2,418 USD', price_seen_at: '1925000000000', seller: 'City.Travel' },
    ...{ origin: 'Riyadh (RUH)', destination: 'Munich (MUC)', dates: '2031-01-10' },
    ...{ adults: '1', children: '0', infants: '0', cabin: 'Y' },
  });
  const bookFlight = '/en/book-flight';
  const pages: [string, RequestInit?][] = [
    ...paths.map((path): [string] => [path]),
    [bookFlight, { method: 'POST', body: flight }],
  ];
  for (const [path, options] of pages) {
    const { document } = await readPage(await fetch(site.url + path, options));
    for (const input of document.querySelectorAll('form').flatMap((form) => formInputs(form, path))) {
      if (!forms.has(input.name)) forms.set(input.name, input);
    }
  }
  return [...forms.values(), ...urlInputs(), ...headerInputs(), ...fileNameInputs()];
}

/** Returns one input for all fields that people type into, and one for all that the page fills in itself. */
function formInputs(form: HTMLElement, path: string): Input[] {
  const action = new URL(form.getAttribute('action') ?? path, `http://site${path}`);
  const isPost = form.getAttribute('method')?.toLowerCase() === 'post';
  const controls = form.querySelectorAll('[name]').filter((control) => control.getAttribute('type') !== 'file');
  const defaults = new Map(
    controls.map((control) => [control.getAttribute('name') ?? '', control.getAttribute('value') ?? '']),
  );
  const isTyped = (control: HTMLElement) => control.tagName !== 'BUTTON' && control.getAttribute('type') !== 'hidden';
  const namesOf = (list: HTMLElement[]) => [...new Set(list.map((control) => control.getAttribute('name') ?? ''))];
  const typed = namesOf(controls.filter(isTyped));
  const prefilled = [...defaults.keys()].filter((name) => !typed.includes(name));
  // All kinds of medical flights share one form.
  const page = (action.pathname + action.search)
    .replace(/[\w-]{22}/, 'TOKEN')
    .replace(/\/medical-flight\/[\w-]+/, '/medical-flight/KIND');
  return [typed, prefilled]
    .filter((names) => names.length > 0)
    .map((names) => {
      const name = `${isPost ? 'post' : 'get'} ${page}: ${names.join(' ')}`;
      if (!isPost) return queryInput(name, action.pathname, names);
      const fields = (text: string) => ({
        ...Object.fromEntries(defaults),
        ...Object.fromEntries(names.map((field) => [field, text])),
      });
      return {
        name,
        maxBytes: maxBodyBytes,
        request: (text) => formPost(action.pathname + action.search, formData(fields(text))),
      };
    });
}

function queryInput(name: string, path: string, names: readonly string[]): Input {
  return {
    name,
    maxBytes: maxUrlBytes,
    // All parameters share the maximum length of one URL.
    request: (text) => {
      const share = Array.from(text)
        .slice(0, Math.floor(text.length / names.length))
        .join('');
      return Promise.resolve({
        path: `${path}?${new URLSearchParams(names.map((param) => [param, share])).toString()}`,
      });
    },
  };
}

function urlInputs(): Input[] {
  const params = [...routeParams, ...listParamNames];
  const journey = ['origin', 'destination', 'depart_date'];
  return [
    ...[
      '/en/search/flights',
      '/en/flights/x',
      '/deeplink',
      '/en/medical-flight/air-ambulance',
      '/en/book-flight',
    ].flatMap((path) => [
      queryInput(`parameters of ${path}`, path, params),
      ...scaleForSoak([], params).map((param) => queryInput(`${param} of ${path}`, path, [param])),
    ]),
    ...journey.map((param) => queryInput(`${param} of the flight search`, '/en/search/flights', [param])),
    queryInput('the help centre’s search query', '/en/help-center', ['q']),
    ...['/en/', '/en/flights/', '/en/requests/', '/carriers/', '/'].map((path) => ({
      name: `a path under ${path}`,
      maxBytes: maxUrlBytes,
      request: (text: string) => Promise.resolve({ path: path + encodeURIComponent(text.toWellFormed()) }),
    })),
  ];
}

function headerInputs(): Input[] {
  const headerInput = (name: string, value: (text: string) => string, title = name): Input => ({
    name: `the header ${title}`,
    maxBytes: maxHeaderBytes,
    request: (text) =>
      Promise.resolve({
        path: '/en/search/flights',
        headers: {
          [name]: value(
            Buffer.from(text)
              .toString('latin1')
              .replace(/[\0-\x1f\x7f]/g, ' '),
          ),
        },
      }),
  });
  return [
    ...cookies.map((cookie) => headerInput('Cookie', (text) => `${cookie}=${text}`, `Cookie with ${cookie}`)),
    ...['Cookie', 'Accept-Language', 'Accept-Encoding', 'If-None-Match', 'User-Agent', 'Referer', 'Range'].map((name) =>
      headerInput(name, (text) => text),
    ),
    ...['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host'].map((name) => headerInput(name, (text) => text)),
  ];
}

function fileNameInputs(): Input[] {
  const fileNameInput = (title: string, count: number): Input => ({
    name: title,
    maxBytes: maxBodyBytes,
    request: (text) => {
      const name = Array.from(text)
        .slice(0, Math.ceil(text.length / count))
        .join('');
      const files = Array.from({ length: count }, (_, index) => ({ name: `${name}.pdf`, bytes: pdf(300, index) }));
      return formPost('/en/services/evacuation', formData(validRequest(), files));
    },
  });
  return [fileNameInput('the name of a file', 1), fileNameInput('the names of a hundred files', 100)];
}

/** Encodes a form submission as a browser sends it. */
export async function formPost(path: string, form: FormData): Promise<{ path: string } & RawRequest> {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = { 'Content-Type': encoded.headers.get('Content-Type') ?? '', 'Content-Length': String(body.length) };
  return { path, method: 'POST', headers, body };
}
