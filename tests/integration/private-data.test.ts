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
import { createUpload, newToken, patch } from '../support/resumable-upload.ts';
import { runEnquiries, type Site } from '../support/site.ts';

/**
 * Values that identify a visitor. They are sent through every path of the site, including failures. None may appear in the
 * log, in an error page that need not repeat input, or in a file on the disk after erasure.
 */
const markers = {
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
const searchedMarkers = [...Object.values(markers), '4915198765432', '98765432'];

let enquirySite: EnquirySite;
let site: Site;
/** Secrets that the site itself has issued. */
const secrets: string[] = [];

beforeAll(async () => {
  // One proxy is trusted to give the visitor's address.
  enquirySite = await startEnquirySite({ env: { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '0.3' } });
  site = enquirySite.site;
});
afterAll(() => enquirySite.close());

const headers = {
  'X-Forwarded-For': markers.address,
  'User-Agent': markers.header,
  Referer: `http://127.0.0.1/${markers.header}`,
  Cookie: `language=${markers.header}; cookieConsent=${markers.header}; sent=${markers.header}`,
  'Accept-Language': markers.header,
};

const person = { name: `${markers.name} أحمد`, phone: markers.phone, email: markers.email };
const createReport = (number: number) => ({
  name: `${markers.file} ${number}.pdf`,
  bytes: Buffer.concat([pdf(3000, number), Buffer.from(markers.content)]),
});
/** Form fields that identify a person or accept free text. */
const markedFields: [field: RegExp, marker: string][] = [
  [/^(?:.+_contact_)?name$/, person.name],
  [/phone$/, person.phone],
  [/email$/, person.email],
  [
    /^(?:message|condition|relation|patient_name|diagnosis|hospital_now|receiving_hospital|.+_location|.+_drop_off)$/,
    markers.words,
  ],
];

/** The complete fields of each form, with markers. */
const forms = everyForm.map(({ path, ...form }) => ({
  path,
  fields: Object.fromEntries(
    Object.entries(form.valid()).map(([name, value]) => [
      name,
      markedFields.find(([field]) => field.test(name))?.[1] ?? value,
    ]),
  ),
}));

async function post(
  path: string,
  fields: Record<string, string>,
  files = [createReport(1)],
  more = {},
): Promise<Response> {
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

/** Makes the phone number of any form invalid. */
function withInvalidPhone(fields: Record<string, string>): Record<string, string> {
  const phone = Object.keys(fields).find((name) => name.endsWith('phone')) ?? 'phone';
  return { ...fields, [phone]: `${markers.words} no number` };
}

/** Expects no marker in a page that need not repeat any input. */
async function expectNoMarker(response: Response): Promise<void> {
  const html = await response.text();
  expect([response.url.slice(site.url.length), searchedMarkers.filter((marker) => html.includes(marker))]).toEqual([
    expect.any(String),
    [],
  ]);
}

test('every form is sent: valid, invalid, refused by the desk, over the limit, from another origin, interrupted', async () => {
  const statuses: number[] = [];
  enquirySite.api.setBehaviour('refuses');
  const first = { ...forms[0]?.fields };
  statuses.push((await post('/en/services/evacuation', { ...first, name: `${markers.name} refused` })).status);
  for (const { path, fields } of forms) {
    for (const language of languageCodes) {
      enquirySite.api.setBehaviour('ok');
      statuses.push((await post(`/${language}${path}`, fields)).status);
      statuses.push((await post(`/${language}${path}`, withInvalidPhone(fields))).status);
      statuses.push(
        (await post(`/${language}${path}`, fields, [{ ...createReport(2), bytes: Buffer.from(markers.content) }]))
          .status,
      );
      await expectNoMarker(
        await post(`/${language}${path}`, fields, [], { Origin: `https://${markers.header}.example` }),
      );
    }
  }
  enquirySite.api.setBehaviour('ok');
  for (let count = 0; count < 10; count += 1) {
    statuses.push((await post('/ar/services/evacuation', { ...first, name: `${markers.name} ${count}` })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([303, 400, 502, 429]));

  const interruptedBody = `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n${markers.name}\r\n--x\r\nContent-Dis`;
  const formHeaders = { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' };
  expect(
    (await rawRequest(`${site.url}/en/contact`, { method: 'POST', headers: formHeaders, body: interruptedBody }))
      .status,
  ).toBe(400);
});

test('files are uploaded separately, and documents and corrections are sent to a receipt', async () => {
  const draft = newToken();
  secrets.push(draft);
  const { bytes, name } = createReport(3);
  const address = await createUpload(site, { draft, name, size: bytes.length, rules: 'medical', headers });
  secrets.push(/[^/]+$/.exec(address)?.[0] ?? '');
  expect((await patch(address, 0, bytes, headers)).status).toBe(200);
  const unfinished = await createUpload(site, { draft, name: createReport(4).name, size: 90_000, headers });
  await patch(unfinished, 0, createReport(4).bytes, headers);

  const receipt = `/en/requests/${secrets[0]}`;
  expect((await fetch(site.url + receipt, { headers })).status).toBe(200);
  expect((await fetch(`${site.url}${receipt}/sheet`, { headers })).status).toBe(200);
  expect((await post(receipt, { kind: 'documents' }, [createReport(5)])).status).toBe(303);
  const details = { kind: 'details', name: `${markers.name} B`, phone: markers.phone, email: markers.email };
  expect((await post(receipt, details, [])).status).toBe(303);
  expect((await post(receipt, { ...details, phone: markers.words }, [])).status).toBe(400);
});

const withDataRequest = (address: string) => [
  address,
  address.includes('?') ? `${address}&_data=root` : `${address}?_data=root`,
];
test.each(
  [
    `/en/requests/${markers.path}`,
    `/ar/requests/${markers.path}/delete`,
    `/en/flights/${markers.path}?search=${markers.query}&back=/en/${markers.query}`,
    `/en/search/flights?origin=${markers.query}&destination=${markers.query}&depart_date=${markers.query}`,
    `/deeplink?searchId=${markers.query}&urlId=${markers.query}&locale=en`,
    `/carriers/${markers.path}`,
    `/${markers.path}/${markers.path}?${markers.query}=${markers.query}`,
    `/ar/cookie-preferences?back=/ar/${markers.query}`,
    `/assets/${markers.path}.js`,
    `/uploads/${markers.path}`,
    `//${markers.path}/`,
    `/en/%E0${markers.path}`,
  ].flatMap(withDataRequest),
)('%s causes no server error with any method', async (address) => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
    const { status } = await rawRequest(site.url + address, { method, headers: { ...headers, 'Content-Length': '0' } });
    expect(status, method).toBeLessThan(500);
  }
});

test('an error report from a browser is accepted even if it contains personal data', async () => {
  const fault = { id: 'ABCDEF0123', kind: 'page', name: markers.words, places: [markers.path], message: markers.words };
  const response = await fetch(`${site.url}/faults`, { method: 'POST', body: JSON.stringify(fault), headers });
  expect(response.status).toBe(204);
});

test('an error page repeats no part of the requested address', async () => {
  for (const address of [`/en/%E0${markers.path}?${markers.query}`, `//${markers.path}`]) {
    const { status, body } = await rawRequest(site.url + address, { headers });
    expect(status).toBe(400);
    expect(searchedMarkers.filter((marker) => body.includes(marker))).toEqual([]);
  }
});

test('every request is logged, but no log line contains a marker or a secret', () => {
  const requests = site.log.filter((line) => line.includes('"msg":"request"'));
  expect(requests.length).toBeGreaterThan(150);
  for (const line of requests) {
    expect(Object.keys(JSON.parse(line) as object)).toEqual(
      expect.arrayContaining(['id', 'method', 'route', 'status', 'milliseconds', 'bytesIn', 'bytesOut']),
    );
  }
  expect(secrets.length).toBeGreaterThan(8);
  const leaks = site.log.filter((line) => [...searchedMarkers, ...secrets].some((marker) => line.includes(marker)));
  expect(leaks).toEqual([]);
});

test('after erasure, no marker or secret remains on the disk', async () => {
  expect((await filesContaining(markers.name)).length).toBeGreaterThan(0);
  const { output } = await runEnquiries(site, 'list', '--json');
  for (const { reference } of JSON.parse(output) as { reference: string }[]) {
    expect(await runEnquiries(site, 'erase', reference, '--yes')).toMatchObject({ code: 0 });
  }
  // Unsent drafts expire after a day.
  await expireDrafts();
  expect(await runEnquiries(site, 'purge')).toMatchObject({ code: 0 });
  const { query, path, ...others } = markers;
  for (const marker of [...Object.values(others), query, path, ...secrets]) {
    expect([marker, await filesContaining(marker)]).toEqual([marker, []]);
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

/** Lists the files in the data folder that contain a text. */
async function filesContaining(text: string): Promise<string[]> {
  const entries = await readdir(site.dataDir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  // The reserve only occupies space: no visitor's data is ever written to it.
  for (const entry of entries.filter((file) => file.isFile() && !file.name.endsWith('-reserve'))) {
    if ((await readFile(join(entry.parentPath, entry.name))).includes(text)) found.push(entry.name);
  }
  return found;
}
