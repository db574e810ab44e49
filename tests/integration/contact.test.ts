import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formData, type SentFile } from '../support/evacuation-request.ts';
import { docx, jpeg, pdf, png } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries, startSite, type Site } from '../support/site.ts';
import { startStandInApi, type StandInApi } from '../support/stand-in-api.ts';

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
function message() {
  counter += 1;
  return {
    name: `Ahmad ${counter}`,
    phone: '+966 50 123 4567',
    email: 'a@b.example',
    message: 'First line\r\nSecond line',
  };
}

const post = (language: 'ar' | 'en', fields: Record<string, string>, files: SentFile[] = []) =>
  fetch(`${site.url}/${language}/contact`, { method: 'POST', body: formData(fields, files), redirect: 'manual' });

describe.each(['ar', 'en'] as const)('a message in %s', (language) => {
  test('goes from the empty form over its errors to the API and a receipt', async () => {
    const form = await readPage(await fetch(`${site.url}/${language}/contact`));
    expect(form.document.querySelector('form[enctype="multipart/form-data"]')).not.toBeNull();

    const empty = await readPage(await post(language, {}));
    expect(empty.status).toBe(400);
    expect(empty.title).toMatch(language === 'ar' ? /^خطأ: / : /^Error: /);
    expect(empty.problems.map(({ target }) => target)).toEqual(['#contact-name', '#contact-phone', '#contact-email']);
    if (language === 'en') {
      // The wording that the specification fixes (section 5).
      expect(empty.problems.map(({ text }) => text)).toEqual([
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
    const fields = message();
    const sent = await post(language, fields, files);
    expect(sent.status).toBe(303);
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

    const cookie = sent.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const receipt = await readPage(await fetch(sent.headers.get('Location') ?? '', { headers: { Cookie: cookie } }));
    expect(receipt.document.querySelector('main > [role=status]')?.textContent.trim()).toBe(
      language === 'ar' ? 'تم إرسال رسالتك بنجاح!' : 'Message sent successfully!',
    );
    expect(receipt.text).toContain('First line Second line');
    for (const { name } of files) expect(receipt.text).toContain(name);
  });
});

test('a file of another kind, one too large and one too many are named, and the good ones stay', async () => {
  const files = [
    { name: 'good.docx', bytes: docx() },
    { name: 'macro.docx', bytes: docx({ 'word/vbaProject.bin': 'x' }) },
    { name: 'picture.png', bytes: png },
    { name: 'large.pdf', bytes: pdf(10 * 1024 * 1024 + 1) },
    ...[1, 2, 3, 4, 5].map((number) => ({ name: `${number}.pdf`, bytes: pdf(500, number) })),
  ];
  const page = await readPage(await post('en', message(), files));
  expect(page.status).toBe(400);
  const problems = page.problems.map(({ text }) => text).join('\n');
  // Spec, section 5: the contact form says these two once; each file is named beside its field.
  expect(problems).toContain('Maximum 5 files allowed');
  expect(problems).toContain('One or more files are too large (max 10 MB)');
  for (const name of ['macro.docx', 'picture.png']) expect(problems).toContain(name);
  for (const name of ['macro.docx', 'picture.png', 'large.pdf', '5.pdf']) expect(page.text).toContain(name);
  expect(problems).toContain('neither a PDF nor a JPG picture nor a Word document');
  for (const name of ['good.docx', '1.pdf', '4.pdf']) {
    expect(problems).not.toContain(name);
    expect(page.text).toContain(name);
  }
});

test('the desk tool shows a message with its lines', async () => {
  const fields = message();
  const sent = await post('en', fields);
  expect(sent.status).toBe(303);
  const { output } = await runEnquiries(site, 'list');
  const reference = /^(\S+)\s/.exec(output.split('\n').find((line) => line.includes(fields.name)) ?? '')?.[1] ?? '';
  const shown = await runEnquiries(site, 'show', reference);
  expect(shown.output).toMatch(/^Kind +contact$/m);
  expect(shown.output).toMatch(/^Message +First line\n +Second line$/m);
});
