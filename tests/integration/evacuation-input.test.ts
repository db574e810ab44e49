import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { multiLineLength } from '../../app/forms/text-lengths.ts';
import { earliestToday } from '../../app/i18n/format/dates.ts';
import { languageCodes } from '../../app/i18n/languages.ts';
import type { MessageCode } from '../../app/i18n/texts/message.ts';
import en from '../../locales/en/forms.json' with { type: 'json' };
import { formData, post, send, type SentFile, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { inEveryLanguage } from '../support/translations.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const messages = inEveryLanguage(({ forms }) => forms);
const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

const invalidInputs: [name: string, value: string, code: MessageCode][] = [
  ['name', '', 'name_required'],
  ['name', ' ', 'name_required'],
  ['name', 'A', 'name_too_short'],
  ['email', 'a@b', 'email_invalid'],
  ['email', 'a b@c.de', 'email_invalid'],
  ['phone', '12345', 'phone_invalid'],
  ['phone', '+1234567890123456', 'phone_invalid'],
  ['date', dayBefore(earliestToday(new Date())), 'date_past'],
  ['date', '2027-02-30', 'date_invalid'],
  ['origin', '', 'place_from_required'],
  ['destination', ' ', 'place_to_required'],
  ['destination', 'Riyadh', 'same_place'],
  ['destination', 'x'.repeat(501), 'place_too_long'],
];

describe.each(languageCodes)('in %s', (language) => {
  test.each(invalidInputs)(
    '%s "%s" is rejected with its own message, and all input is kept',
    async (name, value, code) => {
      const request = validRequest({ [name]: value });
      const page = await readPage(await post(site, language, formData(request)));
      expect(page.status).toBe(400);
      expect(page.errors).toEqual([{ text: messages[language].form[code], target: `#evacuation-${name}` }]);
      const control = page.document.querySelector(`input[name="${name}"][aria-invalid="true"]`);
      const errorId = control?.getAttribute('aria-describedby')?.split(' ').pop() ?? '';
      expect(page.document.querySelector(`#${errorId}`)?.textContent).toBe(messages[language].form[code]);
      for (const [field, input] of Object.entries(request)) expect(page.value(field) ?? '').toBe(input);
    },
  );
});

test.each([
  ['phone', '٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧', '00966501234567'],
  ['phone', '+49 (0)30 23125-000', '+493023125000'],
  ['date', earliestToday(new Date()), earliestToday(new Date()).split('-').reverse().join('/')],
  ['date', '٢٠٢٧-٠٣-٢٧', '27/03/2027'],
  ['date', '27/03/2027', '27/03/2027'],
  ['origin', 'kwi', 'Kuwait International Airport'],
  ['origin', 'الرياض (RUH)', 'King Khalid International Airport'],
  ['origin', 'مطار الملك خالد الدولي', 'King Khalid International Airport'],
])('%s "%s" is accepted and shown as %s', async (name, value, expected) => {
  const response = await send(site, { [name]: value });
  expect(response.status).toBe(303);
  const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
  expect(receipt.text).toContain(expected);
});

test('an impossible date is returned in a text field, because a date field cannot show it', async () => {
  const page = await readPage(await send(site, { date: '2027-02-30' }));
  expect(page.document.querySelector('input[name=date]')?.getAttribute('type')).toBe('text');
});

test('a description over the limit is rejected, not truncated', async () => {
  const condition = 'كلمة '.repeat(1200);
  const page = await readPage(await send(site, { condition }));
  expect(page.status).toBe(400);
  expect(page.errors).toEqual([{ text: en.form.condition_too_long, target: '#evacuation-condition' }]);
  expect(page.document.querySelector('textarea[name=condition]')?.textContent).toBe(condition);
  expect((await send(site, { condition: condition.slice(0, 4000) })).status).toBe(303);
});

test('the destination may be empty if the visitor marks it as undecided', async () => {
  const response = await send(site, { destination: '', destination_open: 'on', as_soon_as_possible: 'on', date: '' });
  expect(response.status).toBe(303);
  const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
  expect(receipt.text).toContain('Not decided yet: we will ask hospitals for you');
  expect(receipt.text).toContain('As soon as possible');
});

test('checkboxes stay checked after an error', async () => {
  const page = await readPage(
    await send(site, { name: '', destination: '', destination_open: 'on', as_soon_as_possible: 'on' }),
  );
  expect(page.errors.map(({ target }) => target)).toEqual(['#evacuation-name']);
  const checked = page.document
    .querySelectorAll('input[type=checkbox][checked]')
    .map((box) => box.getAttribute('name'));
  expect(checked).toEqual(['destination_open', 'as_soon_as_possible']);
});

test('all errors are reported together', async () => {
  const page = await readPage(
    await post(
      site,
      'en',
      formData({ name: 'A', email: 'a@b', phone: '12345', origin: 'RUH', destination: 'RUH', date: '2020-01-01' }),
    ),
  );
  expect(page.errors.map(({ text }) => text)).toEqual([
    en.form.same_place,
    en.form.date_past,
    en.form.name_too_short,
    en.form.phone_invalid,
    en.form.email_invalid,
  ]);
});

test('input is shown again as text, never as markup', async () => {
  const name = '<script>alert("x")</script> & \'co\'';
  const page = await readPage(await send(site, { name, email: '' }));
  expect(page.html).not.toContain('<script>alert');
  expect(page.document.querySelector('input[name=name]')?.getAttribute('value')).toBe(name);
});

test('switching the language of the form keeps the input and shows no errors', async () => {
  const form = formData({ name: 'Ahmad', phone: '12345', intent: 'switch-language' });
  const response = await post(site, 'ar', form);
  const page = await readPage(response);
  expect(page.status).toBe(200);
  expect(page.errors).toEqual([]);
  expect(page.value('name')).toBe('Ahmad');
  expect(page.value('phone')).toBe('12345');
  expect(page.title).not.toMatch(/^خطأ/);
});

test.each([
  ['nothing', {}, [false, false]],
  ['a condition', { condition: 'awake' }, [false, true]],
  ['a condition over the limit', { condition: 'a'.repeat(multiLineLength.max + 1) }, [false, true]],
  ['a level of urgency', { urgency: 'soon' }, [false, true]],
  ['a file', { files: [{ name: 'report.pdf', bytes: pdf(900) }] }, [false, false]],
  ['a file that is rejected', { files: [{ name: 'empty.pdf', bytes: new Uint8Array() }] }, [false, false]],
  ['files that have expired', { draft: 'x'.repeat(22) }, [false, false]],
  ['a preferred contact method', { reach_by: 'whatsapp' }, [true, false]],
])(
  'after an error with %s, the home page expands only the sections that hold input',
  async (_name, { files = [], ...fields }: CollapsedInput, open) => {
    const body = formData(validRequest({ ...fields, name: '' }), files);
    const page = await readPage(await fetch(`${site.url}/en?index`, { method: 'POST', body }));
    expect(page.status).toBe(400);
    const isOpen = (name: string) =>
      page.document.querySelector(`#evacuation [name=${name}]`)?.closest('details')?.hasAttribute('open');
    expect(['reach_by', 'condition'].map(isOpen)).toEqual(open);
    expect(page.document.querySelector('#evacuation details [type=file]')).toBeNull();
  },
);

test('on the home page, nothing required is collapsed, and neither are the files and the consent before them', async () => {
  const { document } = await readPage(await fetch(`${site.url}/en`));
  const form = document.querySelector('#evacuation');
  expect(form?.querySelectorAll('[required]').length).toBeGreaterThan(3);
  expect(form?.querySelectorAll('details [required]')).toEqual([]);
  const consent = form?.querySelector('[data-consent-text]');
  expect(consent?.closest('details')).toBeNull();
  expect(form?.querySelector('details [type=file]')).toBeNull();
  expect(consent?.parentNode?.querySelector('[data-consent-text] ~ * [type=file]')).not.toBeNull();
});

test('on its own page, the form collapses only how to reach the family', async () => {
  const { document } = await readPage(await fetch(`${site.url}/en/services/evacuation`));
  const collapsed = document
    .querySelectorAll('#evacuation details [name]')
    .map((control) => control.getAttribute('name'));
  expect(new Set(collapsed)).toEqual(new Set(['reach_by', 'reach_hours', 'reach_language']));
});

interface CollapsedInput extends Record<string, string | SentFile[] | undefined> {
  files?: SentFile[];
}
