import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { languageCodes } from '../../app/i18n/languages.ts';
import en from '../../locales/en/forms.json' with { type: 'json' };
import receiptTexts from '../../locales/en/receipt.json' with { type: 'json' };
import { formData, post, send, validRequest } from '../support/evacuation-request.ts';
import { freePort } from '../support/free-port.ts';
import {
  exifBlock,
  exifSegment,
  findLocations,
  jpegWith,
  pixels,
  xmpPacket,
  xmpSegment,
} from '../support/located-pictures.ts';
import { jpeg, pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { type Behaviour, type StandInApi, startStandInApi } from '../support/stand-in-api.ts';
import { waitFor } from '../support/wait-for.ts';

let api: StandInApi;
let site: Site;
beforeAll(async () => {
  api = await startStandInApi();
  site = await startSite({ env: { DESK: 'api', API_URL: api.url } });
});
afterAll(async () => {
  await site.close();
  await api.close();
});
afterEach(() => {
  api.setBehaviour('ok');
  api.received.length = 0;
});

const files = [
  { name: 'report "final".pdf', bytes: pdf(400_000) },
  { name: 'صورة.jpg', bytes: jpeg },
];
const acceptedCalls = (name: string | undefined) =>
  api.received.filter((call) => call.accepted && call.parts.some((part) => part.value === name));

test.each(languageCodes)('the API gets exactly the agreed fields in %s', async (language) => {
  const request = validRequest({ phone: '٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧', destination: 'Munich', date: '27/03/2031' });
  expect((await post(site, language, formData(request, files))).status).toBe(303);
  const [call] = api.received;
  expect(call?.path).toBe('/ambulance');
  expect(call?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(call?.parts).toEqual([
    { name: 'name', value: request.name },
    { name: 'email', value: 'ahmad@example.com' },
    { name: 'phone', value: '00966501234567' },
    { name: 'message', value: 'medical Evacuation request' },
    { name: 'origin', value: 'RUH' },
    {
      name: 'originFull',
      value:
        language === 'ar'
          ? 'مطار الملك خالد الدولي، الرياض، السعودية'
          : 'King Khalid International Airport, Riyadh, Saudi Arabia',
    },
    { name: 'destination', value: 'MUC' },
    {
      name: 'destinationFull',
      value:
        language === 'ar'
          ? 'Munich (MUC، مطار ميونخ الدولي، ميونخ، ألمانيا)'
          : 'Munich (MUC, Munich Airport, Munich, Germany)',
    },
    { name: 'date', value: '2031-03-27' },
    { name: 'language', value: language },
    { name: 'asSoonAsPossible', value: 'false' },
    { name: 'condition', value: '' },
    { name: 'urgency', value: '' },
    { name: 'reachBy', value: '' },
    { name: 'reachHours', value: '' },
    { name: 'reachLanguage', value: '' },
    { name: 'files', value: 'report %22final%22.pdf' },
    { name: 'files', value: 'صورة.jpg' },
  ]);
  expect(call?.files.map(({ type, size, sha256 }) => ({ type, size, sha256 }))).toEqual([
    { type: 'application/pdf', size: 400_000, sha256: sha256(files[0]?.bytes) },
    { type: 'image/jpeg', size: jpeg.length, sha256: sha256(jpeg) },
  ]);
});

test('a photo reaches the API without its location, but is stored unchanged', async () => {
  const photo = jpegWith(exifSegment(exifBlock('MM').bytes), xmpSegment(xmpPacket));
  const report = Buffer.concat([pdf(1000), photo]);
  const attached = [
    { name: 'photo.jpg', bytes: photo },
    { name: 'report.pdf', bytes: report },
  ];
  expect(findLocations(photo)).not.toEqual([]);
  expect((await send(site, {}, attached)).status).toBe(303);
  const [receivedPhoto, receivedReport] = api.received[0]?.files ?? [];
  expect(receivedPhoto).toMatchObject({ type: 'image/jpeg', size: photo.length });
  expect(findLocations(receivedPhoto?.head ?? photo)).toEqual([]);
  expect(receivedPhoto?.head.includes('Camera of a family')).toBe(true);
  expect(receivedPhoto?.head.includes(pixels)).toBe(true);
  expect(receivedReport?.sha256).toBe(sha256(report));

  const stored = await Promise.all((await site.storedFiles()).map(async (name) => sha256(await site.readFile(name))));
  expect(stored).toContain(sha256(photo));
});

describe.each<[string, Behaviour]>([
  ['responds with 500', 'error'],
  ['responds with success: false', 'unsuccessful'],
  ['responds with invalid JSON', 'not-json'],
  ['closes the connection early', 'connection-reset'],
  ['responds too slowly', 'slow'],
])('an API that %s', (_case, behaviour) => {
  test('does not lose the request, which it receives exactly once after recovering', async () => {
    api.setBehaviour(behaviour);
    const request = validRequest();
    const page = await readPage(await post(site, 'en', formData(request, files)));
    expect(page.status).toBe(502);
    expect(page.title).toMatch(/^Error: /);
    expect(page.document.querySelector('[role=alert] h2')?.textContent).toBe(en.form.error);
    expect(page.document.querySelector('[role=alert] bdi')?.textContent).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(page.document.querySelector('[role=alert] a[href^="tel:"]')).not.toBeNull();
    expect(page.document.querySelector('[role=alert] a[href^="https://wa.me/"]')).not.toBeNull();
    for (const [name, value] of Object.entries(request)) expect(page.value(name)).toBe(value);
    expect(page.text).toContain(files[0]?.name);
    const receiptPath = page.document.querySelector('[role=alert] a[href*="/requests/"]')?.getAttribute('href') ?? '';
    if (behaviour !== 'slow') {
      expect((await readPage(await fetch(site.url + receiptPath))).text).toContain(receiptTexts.state.waiting);
    }

    api.setBehaviour('ok');
    await waitFor(() => acceptedCalls(request.name).length > 0);
    await pause(2500);
    expect(acceptedCalls(request.name)).toHaveLength(1);
    expect(new Set(api.received.map((call) => call.idempotencyKey)).size).toBe(1);
    expect((await readPage(await fetch(site.url + receiptPath))).text).toContain(receiptTexts.state.delivered);
  });
});

test('"send again" delivers the same enquiry immediately after the API has recovered', async () => {
  api.setBehaviour('error');
  const request = validRequest();
  const first = await readPage(await post(site, 'en', formData(request, files)));
  api.setBehaviour('ok');
  const resent = await post(site, 'en', formData({ ...request, draft: first.value('draft') ?? '' }));
  expect(resent.status).toBe(303);
  const receipt = await readPage(await fetch(resent.headers.get('Location') ?? ''));
  const reference = first.document.querySelector('[role=alert] bdi')?.textContent ?? '';
  expect(receipt.text).toContain(reference);
  expect(acceptedCalls(request.name)).toHaveLength(1);
  expect(acceptedCalls(request.name)[0]?.files).toHaveLength(2);
});

test('the form in the other language still shows the stored request’s reference', async () => {
  api.setBehaviour('error');
  const request = validRequest();
  const page = await readPage(await post(site, 'en', formData(request, files)));
  const hidden = { draft: page.value('draft') ?? '', receipt: page.value('receipt') ?? '', intent: 'switch-language' };
  const arabicPage = await readPage(await post(site, 'ar', formData({ ...request, ...hidden })));
  expect(arabicPage.title).toMatch(/^خطأ: /);
  expect(arabicPage.document.querySelector('[role=alert] bdi')?.textContent).toBe(
    page.document.querySelector('[role=alert] bdi')?.textContent,
  );
  expect(arabicPage.text).toContain(files[0]?.name);
});

test('a request that the API rejects permanently is left for staff to handle, and the receipt says so', async () => {
  api.setBehaviour('refuses');
  const request = validRequest();
  const page = await readPage(await post(site, 'en', formData(request)));
  expect(page.status).toBe(502);
  const path = page.document.querySelector('[role=alert] a[href*="/requests/"]')?.getAttribute('href') ?? '';
  expect((await readPage(await fetch(site.url + path))).text).toContain(receiptTexts.state.refused);
});

test('an API that was down receives the request when it is back, even if the site was killed in between', async () => {
  const downApi = await startStandInApi(await freePort('127.0.0.1'));
  await downApi.close();
  const ownSite = await startSite({ env: { DESK: 'api', API_URL: downApi.url } });
  const request = validRequest();
  expect((await send(ownSite, request, files)).status).toBe(502);
  await ownSite.kill();

  const recoveredApi = await startStandInApi(Number(new URL(downApi.url).port));
  const restarted = await ownSite.restart();
  await waitFor(() => recoveredApi.received.length > 0);
  await pause(2500);
  expect(recoveredApi.received).toHaveLength(1);
  expect(recoveredApi.received[0]?.files.map(({ sha256 }) => sha256)).toEqual(files.map(({ bytes }) => sha256(bytes)));
  await restarted.close();
  await recoveredApi.close();
});

function sha256(bytes: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
}
