import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Language, languageCodes } from '../../app/i18n/languages.ts';
import { formData, type SentFile } from '../support/evacuation-request.ts';
import { docx, jpeg, pdf, png } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { type StandInApi, startStandInApi } from '../support/stand-in-api.ts';
import { errorTitle } from '../support/translations.ts';

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

let counter = 0;
function createMessage() {
  counter += 1;
  return {
    name: `Ahmad ${counter}`,
    phone: '+966 50 123 4567',
    email: 'a@b.example',
    message: 'First line\r\nSecond line',
  };
}

const post = (language: Language, fields: Record<string, string>, files: SentFile[] = []) =>
  fetch(`${site.url}/${language}/contact`, { method: 'POST', body: formData(fields, files), redirect: 'manual' });

describe.each(languageCodes)('a message in %s', (language) => {
  test('is rejected with errors while empty, then delivered to the API and shown on a receipt', async () => {
    const form = await readPage(await fetch(`${site.url}/${language}/contact`));
    expect(form.document.querySelector('form[enctype="multipart/form-data"]')).not.toBeNull();

    const empty = await readPage(await post(language, {}));
    expect(empty.status).toBe(400);
    expect(empty.title).toMatch(errorTitle[language]);
    expect(empty.errors.map(({ target }) => target)).toEqual(['#contact-name', '#contact-phone', '#contact-email']);
    if (language === 'en') {
      // The wording required by the specification (section 5).
      expect(empty.errors.map(({ text }) => text)).toEqual([
        'Please enter your name.',
        'Phone number is required.',
        'Email is required.',
      ]);
    }

    const files = [
      { name: 'report.pdf', bytes: pdf(9000) },
      { name: 'x-ray.jpg', bytes: jpeg },
      { name: 'letter.docx', bytes: docx() },
    ];
    const fields = createMessage();
    const response = await post(language, fields, files);
    expect(response.status).toBe(303);
    const call = api.received.find(({ parts }) => parts.some(({ value }) => value === fields.name));
    expect(call).toMatchObject({ path: '/contact', accepted: true });
    expect(call?.parts).toEqual([
      { name: 'name', value: fields.name },
      { name: 'email', value: fields.email },
      { name: 'phone', value: '+966501234567' },
      { name: 'message', value: 'First line\nSecond line' },
      { name: 'language', value: language },
      ...files.map(({ name }) => ({ name: 'files', value: name })),
    ]);

    const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const receipt = await readPage(
      await fetch(response.headers.get('Location') ?? '', { headers: { Cookie: cookie } }),
    );
    expect(receipt.document.querySelector('main > [role=status]')?.textContent.trim()).toBe(
      { ar: 'تم إرسال رسالتك بنجاح!', en: 'Message sent successfully!' }[language],
    );
    expect(receipt.text).toContain('First line Second line');
    for (const { name } of files) expect(receipt.text).toContain(name);
  });
});

test('files of the wrong type or over a limit are named, and the valid ones are kept', async () => {
  const files = [
    { name: 'good.docx', bytes: docx() },
    { name: 'macro.docx', bytes: docx({ 'word/vbaProject.bin': 'x' }) },
    { name: 'damaged.docx', bytes: docx({ 'word/document.xml': '<w:document>' }) },
    { name: 'picture.png', bytes: png },
    { name: 'large.pdf', bytes: pdf(10 * 1024 * 1024 + 1) },
    ...[1, 2, 3, 4, 5].map((number) => ({ name: `${number}.pdf`, bytes: pdf(500, number) })),
  ];
  const page = await readPage(await post('en', createMessage(), files));
  expect(page.status).toBe(400);
  const problems = page.errors.map(({ text }) => text).join('\n');
  // Specification, section 5: the contact form shows these two messages once; each file is named beside its field.
  expect(problems).toContain('Maximum 5 files allowed');
  expect(problems).toContain('One or more files are too large (max 10 MB)');
  for (const name of ['macro.docx', 'damaged.docx', 'picture.png']) expect(problems).toContain(name);
  for (const name of ['macro.docx', 'damaged.docx', 'picture.png', 'large.pdf', '5.pdf'])
    expect(page.text).toContain(name);
  expect(problems).toContain('was not added: we could not check this Word document');
  expect(problems).toContain('was not added because it is not a PDF, JPG or Word (DOCX) file');
  for (const name of ['good.docx', '1.pdf', '4.pdf']) {
    expect(problems).not.toContain(name);
    expect(page.text).toContain(name);
  }
});

test('the command line shows a message with its line breaks', async () => {
  const fields = createMessage();
  const response = await post('en', fields);
  expect(response.status).toBe(303);
  const { output } = await runEnquiries(site, 'list');
  const reference = /^(\S+)\s/.exec(output.split('\n').find((line) => line.includes(fields.name)) ?? '')?.[1] ?? '';
  const shown = await runEnquiries(site, 'show', reference);
  expect(shown.output).toMatch(/^Kind +contact$/m);
  expect(shown.output).toMatch(/^Message +First line\n +Second line$/m);
});
