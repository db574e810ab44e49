import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, type SentFile } from '../support/evacuation-request.ts';
import { everyForm, formNamed, type FormSample } from '../support/every-form.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { expectInert, expectStrictPolicy } from '../support/inert-page.ts';
import { pdf } from '../support/medical-files.ts';
import { type Page, readPage } from '../support/page.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => enquirySite.close());
afterEach(() => expectUnharmed(enquirySite.site));

/** Texts that a parser might not treat as plain text. */
const texts: [name: string, text: string][] = [
  ['a script', '<script>evil()</script>'],
  ['the end of a script', '</script><script>evil()</script>'],
  ['a comment that opens a script', '<!--<script>evil()'],
  ['the end of an attribute', '"><img src=x onerror=evil()>'],
  ['the end of an attribute in single quotes', "' autofocus onfocus=evil() x='"],
  ['the end of an attribute in backticks', '` onmouseover=evil() style=evil'],
  ['the end of a text area', '</textarea></option></select></title><svg onload=evil()>'],
  ['a base and a refresh', '<base href=//evil.example><meta http-equiv=refresh content="0;url=//evil.example">'],
  ['entities', '&lt;script&gt;evil()&#60;/script&#62;'],
  ['a template', '{{company}} {{evil}} ${evil} <%= evil %> #{evil}'],
  ['keys of our texts', '$t(problem.title) $t(common:problem.crash.title) $t(form.heading, {"x":"evil"})'],
  ['replacement patterns', "$& $1 $` $' $$ evil"],
  ['bidi overrides', 'a\u202Eevil\u202C \u2066\u2067\u2068 \u2069\u2069\u2069 \u200F\u200E'],
  ['zero-width characters', 'a\u200Bb\u200Cc\u200Dd\uFEFFe\u00AD evil'],
  ['line separators', 'a\u2028b\u2029c\u0085d\u000Be\u000Cf evil'],
  ['NUL and controls', 'a\0b\u0001c\u001B[31md\u0007e\u007Ff evil'],
  ['lone surrogates', 'a\uD800b\uDFFFc evil'],
  ['emoji', '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 evil'.repeat(3)],
  ['many combining marks', `e${'\u0301'.repeat(150)}vil`],
  ['mail headers', 'evil\r\nBcc: x@evil.example\r\n\r\n.\r\nMAIL FROM:<evil>'],
  ['the name of a prototype', '__proto__'],
  ['JSON', '{"__proto__":{"evil":1},"$type":"evil"}'],
  ['SQL', "'; drop table enquiries; -- evil"],
  ['format specifiers', '%s%n%d%x {0} evil'],
  ['64 kB', 'evil '.repeat(13_000)],
  ['65,535 identical characters', '<'.repeat(65_535)],
];

/** Expects that a page shows submitted text only as plain text. */
function expectPlainText(page: Page, label: string): void {
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  expectStrictPolicy(policy, label);
  expectInert(page.html, policy);
  expect(page.html, label).not.toMatch(/<(?:svg|img|base|meta|script)[^>]*evil/i);
  expect(page.document.querySelectorAll('[onerror],[onload],[onfocus]'), label).toHaveLength(0);
}

const send = (path: string, fields: Record<string, string>, files: SentFile[] = []) =>
  fetch(enquirySite.site.url + path, { method: 'POST', body: formData(fields, files), redirect: 'manual' });

/** Expects that placeholders in a visitor's text are not interpolated. */
function expectNotInterpolated(page: Page, text: string): void {
  if (text.includes('$t(')) expect(page.html).toContain('$t(problem.title)');
  if (text.includes('{{')) expect(page.html).toContain('{{company}}');
}

describe.each(everyForm)('the form $name', (form: FormSample) => {
  const sumOf = (text: string) => texts.findIndex(([, other]) => other === text) + everyForm.indexOf(form);
  // An ordinary run gives each text to every second form, and each form every second text.
  const chosenTexts = texts.filter(([, text]) => scaleForSoak(sumOf(text) % 2 === 0, true));

  test.each(chosenTexts)('shows %s as plain text, in the returned form and on the receipt', async (_name, text) => {
    const inAllTextFields = Object.fromEntries(form.fieldNames.map((name) => [name, text]));
    const files = [{ name: `${text.slice(0, 150)}.pdf`, bytes: pdf(400, text.length) }];
    // The language alternates between forms and between texts.
    const turn = Math.floor(sumOf(text) / 2);
    const path = `/${turn % 2 === 0 ? 'ar' : 'en'}${form.path}`;
    const page = await readPage(await send(path, { ...form.valid(), ...inAllTextFields }, files));
    expect(page.status, path).toBeLessThan(500);
    expectPlainText(page, path);

    // A text that free-text fields accept is stored, shown and sent to the desk. It is posted in all of them at once and,
    // if the form rejects that, in one field after another. An ordinary run takes a sixth of the fields per text, and
    // thus tries each field with a sixth of the form's texts.
    const freeText = form.fieldNames.filter((name) => freeTextFields.test(name));
    const inFreeText = Object.fromEntries(freeText.map((name) => [name, text]));
    if (await postAndCheck(form, inFreeText, text, receiptViews)) return;
    const testedFields = freeText.filter((_name, index) => (index + turn) % scaleForSoak(6, 1) === 0);
    for (const name of testedFields) {
      // Of the pages that show a receipt, an ordinary run requests one for each field, in turn.
      const views = receiptViews.filter((_view, position) =>
        scaleForSoak((freeText.indexOf(name) + turn) % receiptViews.length === position, true),
      );
      await postAndCheck(form, { [name]: text }, text, views);
    }
  });
});

/** Fields that are not a number, a date, an address or a choice. */
const freeTextFields = /(?:name|message|condition|relation|diagnosis|hospital|location|pick_up|drop_off|_flight)$/;

/** The pages that show what was sent. */
const receiptViews = ['receipt', 'in Arabic', 'sheet', 'delete'] as const;

/** Posts a form and checks the page that it leads to. @returns whether the form was stored */
async function postAndCheck(
  form: FormSample,
  fields: Record<string, string>,
  text: string,
  views: readonly (typeof receiptViews)[number][],
): Promise<boolean> {
  const response = await send(`/en${form.path}`, { ...form.valid(), ...fields });
  const label = Object.keys(fields).join();
  expect([303, 400, 413], label).toContain(response.status);
  if (response.status !== 303) {
    expectPlainText(await readPage(response), label);
    return false;
  }
  const receipt = response.headers.get('Location') ?? '';
  const addresses = {
    receipt,
    'in Arabic': receipt.replace('/en/', '/ar/'),
    sheet: `${receipt}/sheet`,
    delete: `${receipt}/delete`,
  };
  for (const view of views) {
    const page = await readPage(await fetch(addresses[view]));
    expectPlainText(page, `${label} on the receipt: ${view}`);
    if (view === 'receipt') expectNotInterpolated(page, text);
  }
  return true;
}

describe('a file name', () => {
  const names: [name: string, text: string][] = [
    ...texts.filter(([, text]) => text.length < 300),
    ['a path', '../../../evil'],
    ['a Windows path', '..\\..\\evil'],
    ['a device', 'CON'],
    ['nothing but dots', '...'],
    ['many consecutive dots', `${'.'.repeat(200)}evil`],
    ['quotes', 'a"; filename="evil'],
    ['a header line', 'a\r\nContent-Type: text/html\r\n\r\nevil'],
  ];

  test.each(names)('with %s is shown and delivered as plain text', async (_name, text) => {
    const form = formNamed('evacuation');
    const file = { name: `${text}.pdf`, bytes: pdf(500, 7) };
    const rejectedPage = await readPage(
      await send('/en/services/evacuation', { ...form.valid(), email: '' }, [
        file,
        { name: `${text}.exe`, bytes: Buffer.from('MZ') },
      ]),
    );
    expect(rejectedPage.status).toBe(400);
    expectPlainText(rejectedPage, 'the returned form');
    expectNotInterpolated(rejectedPage, text);

    const before = enquirySite.api.received.length;
    const response = await send('/en/services/evacuation', form.valid(), [file]);
    expect(response.status).toBe(303);
    expectPlainText(await readPage(await fetch(response.headers.get('Location') ?? '')), 'the receipt');
    const [call] = enquirySite.api.received.slice(before);
    expect(call?.files.map(({ type }) => type)).toEqual(['application/pdf']);
    expect(call?.files[0]?.name).not.toMatch(/[\p{Cc}/\\]|^\.+$/u);
  });
});

describe('a delivery to the desk', () => {
  test('contains only the expected parts, even if input imitates a boundary', async () => {
    const form = formNamed('contact');
    const message = '--\r\nContent-Disposition: form-data; name="evil"\r\n\r\nevil\r\n--';
    const before = enquirySite.api.received.length;
    expect((await send('/en/contact', { ...form.valid(), message })).status).toBe(303);
    const [call] = enquirySite.api.received.slice(before);
    expect(call?.parts.map(({ name }) => name)).not.toContain('evil');
    expect(call?.accepted).toBe(true);
  });
});

describe('names of built-in properties', () => {
  const names = [
    ...[
      '__proto__',
      'constructor',
      'constructor.prototype.x',
      'constructor[prototype][x]',
      'a[__proto__][b]',
      '__proto__.x',
    ],
    ...[
      '__proto__[isAdmin]',
      'toString',
      'valueOf',
      'hasOwnProperty',
      'prototype',
      'then',
      'length',
      '0',
      '',
      '[]',
      '[',
      ']',
    ],
    ...[
      '.',
      '..',
      'name.',
      '.name',
      'name[]',
      'name[0]',
      'name[name]',
      'name.__proto__',
      'files[0]',
      'draft[]',
      '__intent__',
    ],
  ];

  test.each(everyForm)('are ignored as field names in the form $name', async (form) => {
    const all = Object.fromEntries(names.map((name) => [name, 'evil']));
    expect((await send(`/en${form.path}`, { ...form.valid(), ...all })).status).toBe(303);
    // Tries each name by itself in one of four forms or, in a soak, in every form.
    const turn = everyForm.indexOf(form);
    for (const name of names.filter((_name, index) => (index + turn) % scaleForSoak(4, 1) === 0)) {
      const response = await send(`/en${form.path}`, { ...form.valid(), [name]: 'evil' });
      expect(response.status, name).toBe(303);
    }
    const empty = await readPage(await send(`/en${form.path}`, all));
    expect(empty.status).toBe(400);
    expect(empty.html).not.toContain('evil');
  });

  test('cause no error as values of control fields', async () => {
    const form = formNamed('evacuation');
    for (const field of ['kind', 'draft', 'intent', 'receipt', 'remove']) {
      for (const value of [
        '__proto__',
        'constructor',
        'toString',
        'remove:__proto__',
        'remove:../../evil',
        '\0',
        'evil'.repeat(10_000),
      ]) {
        const response = await send('/en/services/evacuation', { ...form.valid(), [field]: value });
        expect(response.status, `${field}: ${value.slice(0, 30)}`).toBeLessThan(500);
        if (response.status !== 303) expectPlainText(await readPage(response), field);
      }
    }
  });

  test.each(['/en/search/flights', '/en/help-center', '/en/flights/x', '/deeplink', '/en/contact', '/en'])(
    'cause no error in the query of %s',
    async (path) => {
      const query = names.map((name) => `${encodeURIComponent(name)}=evil`).join('&');
      for (const name of [...names.map((text) => `${encodeURIComponent(text)}=evil`), query]) {
        const page = await readPage(await fetch(`${enquirySite.site.url}${path}?${name}`));
        expect(page.status, name).toBeLessThan(500);
        expectPlainText(page, name);
      }
      expect(({} as Record<string, unknown>).evil).toBeUndefined();
    },
  );

  test.each(['medical-flight', 'services', 'treatment', 'requests', 'flights'])(
    'name no page under %s',
    async (folder) => {
      for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
        expect([404, 410], name).toContain((await fetch(`${enquirySite.site.url}/en/${folder}/${name}`)).status);
        expect((await fetch(`${enquirySite.site.url}/${name}/${folder}/x`)).status, name).toBe(404);
      }
    },
  );
});

describe('text in a URL', () => {
  const fields = [
    'origin',
    'destination',
    'depart_date',
    'return_date',
    'adults',
    'children',
    'infants',
    'travelClass',
  ];

  test.each(texts.filter(([, text]) => text.length < 1000))('with %s is shown as plain text', async (_name, text) => {
    const value = encodeURIComponent(Buffer.from(text).toString());
    for (const path of [
      `/en/search/flights?${fields.map((field) => `${field}=${value}`).join('&')}`.slice(0, 4000).replace(/%.?$/, ''),
      `/ar/search/flights?origin=${value}&destination=FRA&depart_date=2031-01-01`,
      `/en/help-center?q=${value}`,
      `/en/medical-flight/incubator?wording=${value}`,
      `/en/treatment/request?specialty=${value}`,
      `/deeplink?searchId=${value}&urlId=${value}&locale=en`,
      `/en/flights/x?search=${value}&itinerary=${value}&back=${value}`,
      `/en/about?${value}`,
    ]) {
      if (path.length > 4000) continue;
      const page = await readPage(await fetch(enquirySite.site.url + path));
      expect(page.status, path).toBeLessThan(500);
      expectPlainText(page, path);
      expectNotInterpolated(page, path.includes('help-center') ? text : '');
    }
  });
});

describe('contact details on a receipt', () => {
  test.each(texts)('with %s are shown as plain text', async (_name, text) => {
    const form = formNamed('evacuation');
    const receipt = (await send('/en/services/evacuation', form.valid())).headers.get('Location') ?? '';
    const path = new URL(receipt).pathname;
    const person = { kind: 'details', name: 'Visitor', phone: '+966 50 123 4567', email: 'a@b.example' };
    for (const field of ['name', 'phone', 'email']) {
      const response = await send(path, { ...person, [field]: text });
      expect([303, 400, 413], field).toContain(response.status);
      if (response.status !== 303) expectPlainText(await readPage(response), field);
    }
    for (const page of [receipt, `${receipt}/sheet`]) expectPlainText(await readPage(await fetch(page)), page);
  });
});
