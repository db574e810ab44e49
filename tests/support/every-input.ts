import { indexablePaths } from '../../app/content/site/site-pages.ts';
import { listParamNames } from '../../app/flights/model/list-query.ts';
import { everyDeskInput } from './desk-inputs.ts';
import { formData, send, validRequest } from './evacuation-request.ts';
import { formInputs, formPost, type Input, maxUrlBytes, queryInput, type Sender } from './form-inputs.ts';
import { pdf } from './medical-files.ts';
import { readPage } from './page.ts';
import { scaleForSoak } from './scale-for-soak.ts';
import type { Site } from './site.ts';

/** Node's limit for all headers together, and the site's limit for a body (bytes). */
const maxHeaderBytes = 12_000;
const maxBodyBytes = 64 * 1024 * 1024;

const visitor: Sender = { maxBytes: maxBodyBytes, isThorough: scaleForSoak(false, true) };

/** Query parameters that routes read but no form contains. */
const routeParams = ['wording', 'again', 'back', 'search', 'searchId', 'urlId', 'locale', 'news', '_data', 'index'];
const cookies = ['language', 'cookieConsent', 'sent', 'desk', '_ga', 'unknown'];

/**
 * Collects every input of a running site that accepts text: the controls of all forms on public pages, on a receipt and
 * at the desk, query parameters and paths, cookies, headers and file names.
 */
export async function everyInput(site: Site): Promise<Input[]> {
  // Two receipts, because the form that deletes one has no fields.
  const [receipt, deletedReceipt] = [await newReceipt(site), await newReceipt(site)];
  const openPaths = ['/en/search/flights', '/en/cookie-preferences', '/en/call-back'];
  const paths = [...indexablePaths.map((path) => `/en${path}`), receipt, `${deletedReceipt}/delete`, ...openPaths];
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
    for (const input of document.querySelectorAll('form').flatMap((form) => formInputs(form, path, visitor))) {
      if (!forms.has(input.name)) forms.set(input.name, input);
    }
  }
  return [
    ...forms.values(),
    ...(await everyDeskInput(site, visitor)),
    ...urlInputs(),
    ...headerInputs(),
    ...fileNameInputs(),
  ];
}

async function newReceipt(site: Site): Promise<string> {
  return new URL((await send(site)).headers.get('Location') ?? '', site.url).pathname;
}

const named = (name: string) => ({ name, key: name });

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
    ...[
      '/en/',
      '/en/flights/',
      '/en/requests/',
      '/en/open/',
      '/carriers/',
      '/desk/',
      '/desk/requests/',
      '/desk/join/',
      '/',
    ].map((path) => ({
      ...named(`a path under ${path}`),
      maxBytes: maxUrlBytes,
      request: (text: string) => Promise.resolve({ path: path + encodeURIComponent(text.toWellFormed()) }),
    })),
  ];
}

function headerInputs(): Input[] {
  const headerInput = (name: string, value: (text: string) => string, title = name): Input => ({
    ...named(`the header ${title}`),
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
    ...named(title),
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
