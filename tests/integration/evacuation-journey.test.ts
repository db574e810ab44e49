import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCodes } from '../../app/i18n/languages.ts';
import { formData, post, validRequest } from '../support/evacuation-request.ts';
import { jpeg, pdf, png } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { errorTitle } from '../support/translations.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const files = [
  { name: 'MRI report.pdf', bytes: pdf(300_000) },
  { name: 'photo.jpg', bytes: jpeg },
  { name: 'صورة الأشعة.png', bytes: png },
];

describe.each(languageCodes)('a medical flight request in %s', (language) => {
  test('is rejected with errors while empty, then stored and shown on a receipt', async () => {
    const address = `${site.url}/${language}/services/evacuation`;
    const form = await readPage(await fetch(address));
    expect(form.document.querySelector('main form')?.getAttribute('action')).toBe(`/${language}/services/evacuation`);
    expect(form.document.querySelector('main form')?.getAttribute('enctype')).toBe('multipart/form-data');

    const empty = await readPage(await post(site, language, formData({})));
    expect(empty.status).toBe(400);
    expect(empty.headers.get('Cache-Control')).toBe('no-store');
    expect(empty.title).toMatch(errorTitle[language]);
    expect(empty.errors.map(({ target }) => target)).toEqual([
      '#evacuation-origin',
      '#evacuation-destination',
      '#evacuation-name',
      '#evacuation-phone',
      '#evacuation-email',
    ]);
    for (const { target } of empty.errors) expect(empty.document.querySelector(target ?? '')).not.toBeNull();

    const request = validRequest();
    const redirect = await post(site, language, formData(request, files));
    expect(redirect.status).toBe(303);
    const location = redirect.headers.get('Location') ?? '';
    expect(location).toMatch(new RegExp(`^${site.url}/${language}/requests/[A-Za-z0-9_-]{22}$`));

    const cookie = redirect.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const response = await fetch(location, { headers: { Cookie: cookie } });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(response.headers.get('Referrer-Policy')).toBe('same-origin');
    const receipt = await readPage(response);
    expect(receipt.document.querySelector('main > [role=status]')?.textContent).toBe(
      { ar: 'تم إرسال طلبك بنجاح!', en: 'Your request has been submitted successfully!' }[language],
    );
    for (const { name } of files) expect(receipt.text).toContain(name);
    expect(receipt.text).toContain(request.name);
    expect(receipt.text).toContain('27/03/2031');
    expect(receipt.text).toContain({ ar: '293 كيلوبايت', en: '293 kB' }[language]);

    const reloaded = await readPage(await fetch(location));
    expect(reloaded.document.querySelector('main > [role=status]')).toBeNull();
  });
});

test('a request and its files survive a power cut right after the response, byte for byte', async () => {
  const ownSite = await startSite();
  const request = validRequest({ date: '' });
  const response = await post(ownSite, 'ar', formData(request, files));
  expect(response.status).toBe(303);
  await ownSite.kill();

  const folder = await mkdtemp(join(tmpdir(), 'copies-'));
  const list = await runEnquiries(ownSite, 'list');
  expect(list.output.trim().split('\n')).toHaveLength(1);
  const reference = /^[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(list.output)?.[0] ?? '';
  const shown = await runEnquiries(ownSite, 'show', reference.toLowerCase());
  expect(shown.output).toContain(request.name);
  expect(shown.output).toMatch(/^From +King Khalid International Airport, Riyadh, Saudi Arabia \(RUH\)$/m);
  expect(shown.output).toMatch(/^Preferred date +No date given$/m);
  expect((await runEnquiries(ownSite, 'files', reference, folder)).code).toBe(0);
  for (const { name, bytes } of files) {
    expect(sha256(await readFile(join(folder, name)))).toBe(sha256(bytes));
  }

  const restarted = await ownSite.restart();
  const receipt = await readPage(
    await fetch(new URL(new URL(response.headers.get('Location') ?? '').pathname, restarted.url)),
  );
  expect(receipt.text).toContain(reference);
  await restarted.close();
  await rm(folder, { recursive: true });
});

test('the home page also accepts a submission without its index parameter', async () => {
  const body = formData(validRequest());
  const response = await fetch(`${site.url}/ar`, { method: 'POST', body, redirect: 'manual' });
  expect(response.status).toBe(303);
});

test('a submission to a page without a form gets an error page with the phone number', async () => {
  const page = await readPage(await fetch(`${site.url}/en/about`, { method: 'POST', body: formData({}) }));
  expect(page.status).toBe(405);
  expect(page.text).toContain('+49 30 23125 010');
  expect(page.title).not.toMatch(/^\s*\|/);
});

test('the command line explains an unknown reference and an unknown command', async () => {
  expect(await runEnquiries(site, 'show', 'nonsense')).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/\nNo enquiry has the reference nonsense\n$/) as string,
  });
  const usage = await runEnquiries(site, 'shout');
  expect(usage.code).toBe(2);
  expect(usage.errors).toMatch(/^Usage:/);
});

describe('the same content from the same browser', () => {
  test('is one enquiry if the button is tapped twice or the form is sent again', async () => {
    const request = validRequest();
    const doubleTap = await Promise.all([
      post(site, 'en', formData(request, files)),
      post(site, 'en', formData(request, files)),
    ]);
    const repeated = await post(site, 'ar', formData(request, [...files].reverse()));
    const references = await Promise.all(
      [...doubleTap, repeated].map(async (response) => {
        expect(response.status).toBe(303);
        const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
        return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(receipt.title)?.[0];
      }),
    );
    expect(new Set(references).size).toBe(1);
    expect((await runEnquiries(site, 'list')).output.split(request.name ?? '')).toHaveLength(2);
  });

  test('is a separate enquiry if one field or file differs', async () => {
    const request = validRequest();
    await post(site, 'en', formData(request));
    await post(site, 'en', formData({ ...request, phone: '+966501234568' }));
    await post(site, 'en', formData(request, files.slice(0, 1)));
    expect((await runEnquiries(site, 'list')).output.split(request.name ?? '')).toHaveLength(4);
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
