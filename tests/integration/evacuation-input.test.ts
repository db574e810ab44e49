import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { earliestToday } from '../../app/i18n/dates.ts';
import ar from '../../locales/ar/forms.json' with { type: 'json' };
import en from '../../locales/en/forms.json' with { type: 'json' };
import type { MessageCode } from '../../app/i18n/message.ts';
import { formData, post, send, validRequest } from '../support/evacuation-request.ts';
import { readPage } from '../support/page.ts';
import { startSite, type Site } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const messages = { ar, en };
const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

const refused: [name: string, value: string, code: MessageCode][] = [
  ['name', '', 'name_required'],
  ['name', ' ', 'name_required'],
  ['name', 'A', 'name_too_short'],
  ['email', 'a@b', 'email_invalid'],
  ['email', 'a b@c.de', 'email_invalid'],
  ['phone', '12345', 'phone_invalid'],
  ['phone', '+1234567890123456', 'phone_invalid'],
  ['date', dayBefore(earliestToday(new Date())), 'date_past'],
  ['date', '2027-02-30', 'date_invalid'],
  ['destination', 'Riyadh', 'same_airport'],
  ['origin', 'Atlantis', 'airport_unknown'],
  ['origin', 'London', 'airport_ambiguous'],
];

describe.each(['ar', 'en'] as const)('in %s', (language) => {
  test.each(refused)('%s "%s" is refused with its own message, and nothing is lost', async (name, value, code) => {
    const request = validRequest({ [name]: value });
    const page = await readPage(await post(site, language, formData(request)));
    expect(page.status).toBe(400);
    expect(page.problems).toEqual([{ text: messages[language].form[code], target: `#evacuation-${name}` }]);
    const control = page.document.querySelector(`input[name="${name}"][aria-invalid="true"]`);
    const errorId = control?.getAttribute('aria-describedby')?.split(' ').pop() ?? '';
    expect(page.document.querySelector(`#${errorId}`)?.textContent).toBe(messages[language].form[code]);
    for (const [kept, text] of Object.entries(request)) expect(page.value(kept) ?? '').toBe(text);
  });
});

test.each([
  ['phone', '٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧', '00966501234567'],
  ['phone', '+49 (0)30 23125-000', '+4903023125000'],
  ['date', earliestToday(new Date()), earliestToday(new Date()).split('-').reverse().join('/')],
  ['date', '٢٠٢٧-٠٣-٢٧', '27/03/2027'],
  ['date', '27/03/2027', '27/03/2027'],
  ['origin', 'kwi', 'Kuwait International Airport'],
  ['origin', 'الرياض (RUH)', 'King Khalid International Airport'],
  ['origin', 'مطار الملك خالد الدولي', 'King Khalid International Airport'],
])('%s "%s" is accepted and read as %s', async (name, value, read) => {
  const sent = await send(site, { [name]: value });
  expect(sent.status).toBe(303);
  const receipt = await readPage(await fetch(sent.headers.get('Location') ?? ''));
  expect(receipt.text).toContain(read);
});

test('a date that no date field can show comes back as text', async () => {
  const page = await readPage(await send(site, { date: '2027-02-30' }));
  expect(page.document.querySelector('input[name=date]')?.getAttribute('type')).toBe('text');
});

describe('a name that several airports share', () => {
  test('is offered as choices beside the field; the choice that follows is taken', async () => {
    const request = validRequest({ origin: 'London' });
    const page = await readPage(await post(site, 'en', formData(request)));
    const choices = page.document
      .querySelectorAll('input[type=radio][name=origin]')
      .map((c) => c.getAttribute('value'));
    expect(choices).toContain('LHR');
    expect(choices.length).toBeGreaterThan(1);

    const sent = await post(site, 'en', formData({ ...request, origin: ['London', 'LHR'] }));
    expect(sent.status).toBe(303);
    const receipt = await readPage(await fetch(sent.headers.get('Location') ?? ''));
    expect(receipt.text).toContain('Heathrow');
  });

  test('a choice that no longer fits the text is not taken', async () => {
    const request = validRequest({ destination: 'FRA' });
    const sent = await post(site, 'en', formData({ ...request, origin: ['Dammam', 'LHR'] }));
    const receipt = await readPage(await fetch(sent.headers.get('Location') ?? ''));
    expect(receipt.text).toContain('(\u2066DMM\u2069)');
  });
});

test('every broken rule is told at once', async () => {
  const page = await readPage(
    await post(
      site,
      'en',
      formData({ name: 'A', email: 'a@b', phone: '12345', origin: 'RUH', destination: 'RUH', date: '2020-01-01' }),
    ),
  );
  expect(page.problems.map(({ text }) => text)).toEqual([
    en.form.same_airport,
    en.form.date_past,
    en.form.name_too_short,
    en.form.phone_invalid,
    en.form.email_invalid,
  ]);
});

test('what was typed comes back as text, never as markup', async () => {
  const name = '<script>alert("x")</script> & \'co\'';
  const page = await readPage(await send(site, { name, email: '' }));
  expect(page.html).not.toContain('<script>alert');
  expect(page.document.querySelector('input[name=name]')?.getAttribute('value')).toBe(name);
});

test('the form in the other language keeps what was entered and blames nobody', async () => {
  const form = formData({ name: 'Ahmad', phone: '12345', intent: 'switch-language' });
  const response = await post(site, 'ar', form);
  const page = await readPage(response);
  expect(page.status).toBe(200);
  expect(page.problems).toEqual([]);
  expect(page.value('name')).toBe('Ahmad');
  expect(page.value('phone')).toBe('12345');
  expect(page.title).not.toMatch(/^خطأ/);
});
