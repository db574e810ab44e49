import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../app/database/database.server.ts';
import { languageCodes } from '../../app/i18n/languages.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData } from '../support/evacuation-request.ts';
import { everyForm } from '../support/every-form.ts';
import { pdf } from '../support/medical-files.ts';
import { rawRequest } from '../support/raw-request.ts';
import { begin, newToken, patch } from '../support/resumable-upload.ts';
import { runEnquiries, type Site } from '../support/site.ts';

/**
 * Everything that identifies a visitor carries a mark and is sent through every path of the site, including failures.
 * No log line may contain a mark, no error page one that it need not show again, and no file on the disk after erasure.
 */
const marks = {
  name: 'Zqmarkname',
  phone: '+4915198765432',
  email: 'zqmarkmail@b.example',
  words: 'zqmarkwords',
  file: 'zqmarkfile',
  content: 'zqmarkcontent',
  query: 'zqmarkquery',
  path: 'zqmarkpath',
  header: 'zqmarkheader',
  address: '203.0.113.77',
};
const inLogs = [...Object.values(marks), '4915198765432', '98765432'];

let desk: EnquirySite;
let site: Site;
/** Secrets that the site itself has issued. */
const secrets: string[] = [];

beforeAll(async () => {
  // One proxy is trusted to give the visitor's address.
  desk = await startEnquirySite({ env: { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '0.3' } });
  site = desk.site;
});
afterAll(() => desk.close());

const headers = {
  'X-Forwarded-For': marks.address,
  'User-Agent': marks.header,
  Referer: `http://127.0.0.1/${marks.header}`,
  Cookie: `language=${marks.header}; cookieConsent=${marks.header}; sent=${marks.header}`,
  'Accept-Language': marks.header,
};

const person = { name: `${marks.name} أحمد`, phone: marks.phone, email: marks.email };
const report = (number: number) => ({
  name: `${marks.file} ${number}.pdf`,
  bytes: Buffer.concat([pdf(3000, number), Buffer.from(marks.content)]),
});
/** Form fields that identify a person or accept free text. */
const marked: [field: RegExp, mark: string][] = [
  [/^(?:.+_contact_)?name$/, person.name],
  [/phone$/, person.phone],
  [/email$/, person.email],
  [
    /^(?:message|condition|relation|patient_name|diagnosis|hospital_now|receiving_hospital|.+_location|.+_drop_off)$/,
    marks.words,
  ],
];

/** The complete fields of each form, with marks. */
const forms = everyForm.map(({ path, ...form }) => ({
  path,
  fields: Object.fromEntries(
    Object.entries(form.valid()).map(([name, value]) => [
      name,
      marked.find(([field]) => field.test(name))?.[1] ?? value,
    ]),
  ),
}));

async function post(path: string, fields: Record<string, string>, files = [report(1)], more = {}): Promise<Response> {
  const body = formData(fields, files);
  const response = await fetch(site.url + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { ...headers, ...more },
  });
  const location = response.headers.get('Location');
  const token = /requests\/([^/?]+)/.exec(location ?? '')?.[1];
  if (token) secrets.push(token);
  return response;
}

/** The same fields with an invalid email address, whatever the field is called. */
function wrong(fields: Record<string, string>): Record<string, string> {
  const email = Object.keys(fields).find((name) => name.endsWith('email')) ?? 'email';
  return { ...fields, [email]: `${marks.words} no address` };
}

/** Expects no mark in the text or the attributes of a page that need not repeat any input. */
async function expectNoMark(response: Response): Promise<void> {
  const html = await response.text();
  expect([response.url.slice(site.url.length), inLogs.filter((mark) => html.includes(mark))]).toEqual([
    expect.any(String),
    [],
  ]);
}

test('every form is sent: delivered, invalid, rejected by the desk, too often, from another origin, interrupted', async () => {
  const statuses: number[] = [];
  for (const { path, fields } of forms) {
    for (const language of languageCodes) {
      desk.api.behave('ok');
      statuses.push((await post(`/${language}${path}`, fields)).status);
      statuses.push((await post(`/${language}${path}`, wrong(fields))).status);
      statuses.push(
        (await post(`/${language}${path}`, fields, [{ ...report(2), bytes: Buffer.from(marks.content) }])).status,
      );
      await expectNoMark(await post(`/${language}${path}`, fields, [], { Origin: `https://${marks.header}.example` }));
    }
  }
  desk.api.behave('refuses');
  const fields = { ...forms[0]?.fields };
  statuses.push((await post('/en/services/evacuation', { ...fields, name: `${marks.name} refused` })).status);
  desk.api.behave('ok');
  for (let again = 0; again < 10; again += 1) {
    statuses.push((await post('/ar/services/evacuation', { ...fields, name: `${marks.name} ${again}` })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([303, 400, 502, 429]));

  const half = `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n${marks.name}\r\n--x\r\nContent-Dis`;
  const types = { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' };
  expect((await rawRequest(`${site.url}/en/contact`, { method: 'POST', headers: types, body: half })).status).toBe(400);
});

test('files are uploaded separately, and documents, corrections and deletions are sent to receipts', async () => {
  const draft = newToken();
  secrets.push(draft);
  const { bytes, name } = report(3);
  const address = await begin(site, { draft, name, size: bytes.length, rules: 'medical', headers });
  secrets.push(/[^/]+$/.exec(address)?.[0] ?? '');
  expect((await patch(address, 0, bytes, headers)).status).toBe(200);
  const unfinished = await begin(site, { draft, name: report(4).name, size: 90_000, headers });
  await patch(unfinished, 0, report(4).bytes, headers);

  const receipt = `/en/requests/${secrets[0]}`;
  expect((await fetch(site.url + receipt, { headers })).status).toBe(200);
  expect((await fetch(`${site.url}${receipt}/sheet`, { headers })).status).toBe(200);
  expect((await post(receipt, { kind: 'documents' }, [report(5)])).status).toBe(303);
  const details = { kind: 'details', name: `${marks.name} B`, phone: marks.phone, email: marks.email };
  expect((await post(receipt, details, [])).status).toBe(303);
  expect((await post(receipt, { ...details, phone: marks.words }, [])).status).toBe(400);
});

const strange = (address: string) => [
  address,
  address.includes('?') ? `${address}&_data=root` : `${address}?_data=root`,
];
test.each(
  [
    `/en/requests/${marks.path}`,
    `/ar/requests/${marks.path}/delete`,
    `/en/flights/${marks.path}?search=${marks.query}&back=/en/${marks.query}`,
    `/en/search/flights?origin=${marks.query}&destination=${marks.query}&depart_date=${marks.query}`,
    `/deeplink?searchId=${marks.query}&urlId=${marks.query}&locale=en`,
    `/carriers/${marks.path}`,
    `/${marks.path}/${marks.path}?${marks.query}=${marks.query}`,
    `/ar/cookie-preferences?back=/ar/${marks.query}`,
    `/assets/${marks.path}.js`,
    `/uploads/${marks.path}`,
    `//${marks.path}/`,
    `/en/%E0${marks.path}`,
  ].flatMap(strange),
)('%s is asked for, and posted to', async (address) => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
    const { status } = await rawRequest(site.url + address, { method, headers: { ...headers, 'Content-Length': '0' } });
    expect(status, method).toBeLessThan(500);
  }
});

test('a browser reports an error with more data than it should', async () => {
  const fault = { id: 'ABCDEF0123', kind: 'page', name: marks.words, places: [marks.path], message: marks.words };
  const told = await fetch(`${site.url}/faults`, { method: 'POST', body: JSON.stringify(fault), headers });
  expect(told.status).toBe(204);
});

test('an error page shows nothing of the address requested', async () => {
  for (const address of [`/en/%E0${marks.path}?${marks.query}`, `//${marks.path}`]) {
    const { status, body } = await rawRequest(site.url + address, { headers });
    expect(status).toBe(400);
    expect(inLogs.filter((mark) => body.includes(mark))).toEqual([]);
  }
});

test('no log line contains any of it, but every request is logged', () => {
  const requests = site.log.filter((line) => line.includes('"msg":"request"'));
  expect(requests.length).toBeGreaterThan(150);
  for (const line of requests) {
    expect(Object.keys(JSON.parse(line) as object)).toEqual(
      expect.arrayContaining(['id', 'method', 'route', 'status', 'milliseconds', 'bytesIn', 'bytesOut']),
    );
  }
  expect(secrets.length).toBeGreaterThan(8);
  const told = site.log.filter((line) => [...inLogs, ...secrets].some((mark) => line.includes(mark)));
  expect(told).toEqual([]);
});

test('after erasure none of it is left on the disk', async () => {
  expect((await filesWith(marks.name)).length).toBeGreaterThan(0);
  const { output } = await runEnquiries(site, 'list', '--json');
  for (const { reference } of JSON.parse(output) as { reference: string }[]) {
    expect(await runEnquiries(site, 'done', reference)).toMatchObject({ code: 0 });
  }
  // Drafts that were not sent expire after a day.
  await expireDrafts();
  expect(await runEnquiries(site, 'purge')).toMatchObject({ code: 0 });
  const { query, path, ...kept } = marks;
  for (const mark of [...Object.values(kept), query, path, ...secrets]) {
    expect([mark, await filesWith(mark)]).toEqual([mark, []]);
  }
});

async function expireDrafts(): Promise<void> {
  const database = await openDatabase(join(site.dataDir, 'site.db'));
  await database
    .updateTable('drafts')
    .set({ expires_at: Date.now() - 24 * 60 * 60 * 1000 })
    .execute();
  await database.destroy();
}

/** The files in the data folder that contain a text. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(site.dataDir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  // The reserve only holds space: no visitor's data is ever written to it.
  for (const entry of entries.filter((one) => one.isFile() && !one.name.endsWith('-reserve'))) {
    if ((await readFile(join(entry.parentPath, entry.name))).includes(text)) found.push(entry.name);
  }
  return found;
}
