import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Language, languageCodes } from '../../app/i18n/languages.ts';
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData } from '../support/evacuation-request.ts';
import { type Page, readPage } from '../support/page.ts';
import { runEnquiries } from '../support/site.ts';
import { errorTitle, inEveryLanguage } from '../support/translations.ts';

const texts = inEveryLanguage(({ 'call-back': callBack, forms, receipt }) => ({ callBack, forms, receipt }));

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite();
});
afterAll(() => enquirySite.close());

let counter = 0;
/** Returns a different number each time, because the same content counts as the same request. */
function newPhone(): string {
  counter += 1;
  return `+96650${String(1_000_000 + counter)}`;
}

/** Posts as a browser without scripts does. */
const post = (address: string, fields: Record<string, string>) =>
  fetch(enquirySite.site.url + address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

const callBack = (language: Language, fields: Record<string, string>) => post(`/${language}/call-back`, fields);

const open = async (address: string) => readPage(await fetch(new URL(address, enquirySite.site.url)));

/** Returns the content of the API call with this phone number. */
const callFrom = (phone: string) =>
  fieldsOf(
    enquirySite.api.received.find(({ parts }) => parts.some(({ name, value }) => name === 'phone' && value === phone)),
  );

/** Returns the address of the form on a page, and the fields that a browser would send. */
function readForm({ document }: Page) {
  const form = document.querySelector('#call-back');
  const fields: Record<string, string> = {};
  for (const input of form?.querySelectorAll('input') ?? []) {
    const isChosen = input.getAttribute('type') !== 'radio' || input.hasAttribute('checked');
    if (isChosen) fields[input.getAttribute('name') ?? ''] = input.getAttribute('value') ?? '';
  }
  return { action: form?.getAttribute('action') ?? '', fields };
}

describe.each(languageCodes)('in %s', (language) => {
  const t = texts[language];

  test.each(['/about', '/contact', '/nothing-here', '/call-back'])('%s has the form, and it sends', async (path) => {
    const { action, fields } = readForm(await open(`/${language}${path}`));
    expect(action).toBe(`/${language}/call-back`);
    const phone = newPhone();
    const response = await post(action, { ...fields, phone });
    expect(response.status).toBe(303);
    expect(callFrom(phone)).toMatchObject({ language, name: '', email: '' });
  });

  test('an invalid number and time are reported, and everything that was typed is kept', async () => {
    const typed = { phone: '12', name: 'Ali', when: 'time', time: '25:00', zone: 'Africa/Cairo', call_language: 'ru' };
    const page = await readPage(await callBack(language, typed));
    expect(page.status).toBe(400);
    expect(page.title).toMatch(errorTitle[language]);
    expect(page.errors).toEqual([
      { target: '#call-back-phone', text: t.forms.form.phone_invalid },
      { target: '#call-back-time', text: t.forms.form.time_invalid },
    ]);
    expect(readForm(page).fields).toMatchObject({ phone: '12', name: 'Ali', when: 'time', time: '25:00' });
    const selected = page.document.querySelectorAll('#call-back option[selected]');
    expect(selected.map((option) => option.getAttribute('value'))).toEqual(['Africa/Cairo', 'ru']);
  });

  test('a time without a known time zone asks for one, and is then accepted', async () => {
    const typed = { phone: '0501234567', when: 'time', time: '10:00' };
    const page = await readPage(await callBack(language, typed));
    expect(page.errors).toEqual([{ target: '#call-back-zone', text: t.forms.form.zone_required }]);
    expect((await callBack(language, { ...typed, zone: 'Asia/Dubai' })).status).toBe(303);
  });

  test('the receipt has no empty labels, and its phone number can be corrected alone', async () => {
    const phone = newPhone();
    const response = await callBack(language, { phone, when: 'now', call_language: 'ar' });
    const address = response.headers.get('Location') ?? '';
    const receipt = await open(address);
    const terms = receipt.document.querySelectorAll('dt').map(({ textContent }) => textContent);
    expect(terms).toEqual(expect.arrayContaining([t.receipt.row.call_when, t.receipt.row.phone]));
    expect(terms).not.toContain(t.receipt.row.name);
    expect(terms).not.toContain(t.receipt.row.email);
    expect(receipt.text).not.toContain('undefined');

    const corrected = newPhone();
    const details = await fetch(address, {
      method: 'POST',
      body: formData({ kind: 'details', phone: corrected }),
      redirect: 'manual',
    });
    expect(details.status).toBe(303);
    expect((await open(address)).text).toContain(corrected);
  });
});

test('the API and the command line get German time and the family’s time', async () => {
  const phone = newPhone();
  expect((await callBack('en', { phone, when: 'time', time: '23:59', call_language: 'en' })).status).toBe(303);
  const { message = '' } = callFrom(phone);
  expect(message).toMatch(/^Rückruf\nAnrufen: .+ um 23:59 \(Saudi-Arabien/);
  expect(message).toMatch(/^Nach deutscher Zeit: .+ um 2[12]:59 \(MES?Z\)$/m);
  expect(message).toMatch(/^Gesprächssprache: Englisch$/m);
  expect(message).not.toMatch(/Name|E-Mail/);
  const { output } = await runEnquiries(enquirySite.site, 'list', '--json');
  const [newest] = JSON.parse(output) as { reference: string; kind: string; name?: string }[];
  expect(newest).toMatchObject({ kind: 'call-back' });
  expect(newest).not.toHaveProperty('name');
  const shown = await runEnquiries(enquirySite.site, 'show', newest?.reference ?? '');
  expect(shown.output).toMatch(/^When to call +.+ at 23:59 \(Saudi Arabia Time\)$/m);
  expect(shown.output).not.toMatch(/^(?:Name|Email)/m);
});

test('a double tap without scripts is one request', async () => {
  const fields = { phone: newPhone(), when: 'now' };
  await callBack('ar', fields);
  const response = await callBack('ar', fields);
  expect(response.status).toBe(303);
  const calls = enquirySite.api.received.filter(({ parts }) => parts.some(({ value }) => value === fields.phone));
  expect(calls).toHaveLength(1);
});

test('a visitor can delete the request, and the desk is asked to erase it', async () => {
  const phone = newPhone();
  const response = await callBack('en', { phone });
  const path = new URL(response.headers.get('Location') ?? '').pathname;
  const reference = enquirySite.api.received.at(-1)?.reference ?? 'none';
  expect((await post(`${path}/delete`, { confirm: 'yes' })).status).toBe(303);
  expect((await fetch(enquirySite.site.url + path)).status).toBe(410);
  const erasure = enquirySite.api.received.at(-1);
  expect(erasure?.path).toBe('/contact');
  expect(fieldsOf(erasure).message).toBe(`please erase ${reference}`);
});

test('the error page without React asks for the number too, and its form sends', async () => {
  // A body that is too large for the page is refused before it reaches Remix.
  const refused = await readPage(await post('/en/about', { text: 'x'.repeat(70_000) }));
  expect(refused.status).toBe(413);
  const form = refused.document.querySelector('form');
  expect(refused.headers.get('Content-Security-Policy')).toContain("form-action 'self'");
  const phone = newPhone();
  const names = form?.querySelectorAll('input').map((input) => input.getAttribute('name'));
  expect(names).toEqual(['phone', 'when']);
  const response = await post(form?.getAttribute('action') ?? '', { phone, when: 'now' });
  expect(response.status).toBe(303);
  expect(callFrom(phone).message).toContain('Anrufen: Dringend');
});
