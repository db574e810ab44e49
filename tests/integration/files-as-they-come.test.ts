import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '../../app/desk/sign-in/sessions.server.ts';
import { deskTexts, fill } from '../../app/desk/texts/desk-texts.ts';
import { type FormLanguage, formLanguageCodes, isPageIn, pathIn } from '../../app/i18n/languages.ts';
import type { FileErrorCode } from '../../app/uploads/file-status.ts';
import { evacuationFileLimits } from '../../app/uploads/limits.ts';
import { addMember, withDatabase } from '../support/desk-people.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, type SentFile } from '../support/evacuation-request.ts';
import { everyForm, formNamed } from '../support/every-form.ts';
import { type FileKind, fileKinds } from '../support/files-as-they-come.ts';
import { jpeg, pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { type RefusedKind, refusedKinds } from '../support/refused-files.ts';
import { newToken, upload } from '../support/resumable-upload.ts';
import { runEnquiries } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';
import { inEach } from '../support/translations.ts';

let desk: EnquirySite;
let cookie: string;
beforeAll(async () => {
  desk = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  const lead = await addMember(desk.site, { name: 'Layla', role: 'lead' });
  const token = await withDatabase(desk.site, (database) =>
    database.transaction().execute((transaction) => startSession(transaction, lead.id, false, Date.now())),
  );
  cookie = `desk=${token}`;
});
afterAll(() => desk.close());

const url = (path: string) => new URL(path, desk.site.url);
const post = (address: string | URL, fields: Record<string, string | string[]>, files: SentFile[] = []) =>
  fetch(address, { method: 'POST', body: formData(fields, files), redirect: 'manual' });

/** Lists the names and types of the files with which the enquiry at the address of a receipt was stored. */
async function storedFiles(receipt: string): Promise<{ name: string; type: string }[]> {
  const { title } = await readPage(await fetch(receipt));
  const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(title)?.[0]?.replace('-', '') ?? '';
  const sql =
    'select name, type from attachments join enquiries on enquiries.id = enquiry_id where reference = ? order by parcel, position';
  return (await siteRows(desk.site, sql, reference)) as { name: string; type: string }[];
}

/** Different contents each time, because the same file is stored once. */
let counter = 0;
const filesOf = ({ generate, extension }: FileKind, count: number): SentFile[] =>
  Array.from({ length: count }, () => {
    counter += 1;
    return { name: `${counter}.${extension}`, bytes: generate(counter), type: 'application/octet-stream' };
  });

/** The forms of the site that take files, by the kind of file that their fields accept. */
async function formsWithFiles() {
  const forms = await Promise.all(
    everyForm.map(async (form) => {
      const page = await readPage(await fetch(url(`/en${form.path}`)));
      const input = page.document.querySelector('input[type=file]:not([capture])');
      const takes = input && (input.getAttribute('accept')?.includes('image/*') ? 'medical' : 'letter');
      return { ...form, takes };
    }),
  );
  return forms.filter(({ takes }) => takes);
}

const expectTypes = (stored: { type: string }[], { kind, type }: FileKind, count: number) => {
  expect(stored, kind).toHaveLength(count);
  for (const file of stored) expect(type.split(' or '), kind).toContain(file.type);
};

test('every form keeps them by a plain post', async () => {
  const forms = await formsWithFiles();
  expect(new Set(forms.map(({ takes }) => takes))).toEqual(new Set(['medical', 'letter']));
  for (const form of forms) {
    for (const kind of fileKinds.filter(({ accepted }) => accepted.includes(String(form.takes)))) {
      const response = await post(url(`/en${form.path}`), form.valid(), filesOf(kind, 4));
      expect(response.status, `${form.name}: ${kind.kind}`).toBe(303);
      expectTypes(await storedFiles(response.headers.get('Location') ?? ''), kind, 4);
    }
  }
});

describe('a separate upload', () => {
  test.each(fileKinds)('keeps them: $kind', async (kind) => {
    for (const rules of ['medical', 'letter'] as const) {
      if (!(kind.accepted === 'disc' ? 'medical' : kind.accepted).includes(rules)) continue;
      const draft = newToken();
      const files = filesOf(kind, 4);
      for (const { name, bytes } of files)
        expect((await upload(desk.site, { draft, rules, name, bytes })).status, name).toBe(200);
      const form = formNamed(rules === 'medical' ? 'treatment' : 'contact');
      const response = await post(url(`/en${form.path}`), { ...form.valid(), draft });
      expect(response.status).toBe(303);
      expectTypes(await storedFiles(response.headers.get('Location') ?? ''), kind, 4);
    }
  });
});

/** Sends a request without files. @returns the addresses of its receipt and of its page at the desk */
async function newRequest(files: SentFile[] = []) {
  const response = await post(url('/en/services/evacuation'), formNamed('evacuation').valid(), files);
  const receipt = response.headers.get('Location') ?? '';
  const { title } = await readPage(await fetch(receipt));
  const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(title)?.[0] ?? '';
  return { receipt, reference, page: `/desk/requests/${reference.replace('-', '')}` };
}

test('the page of the family keeps them, as documents and with an answer', async () => {
  for (const kind of fileKinds.filter(({ accepted }) => accepted.includes('medical'))) {
    const { receipt } = await newRequest();
    expect((await post(receipt, { kind: 'documents' }, filesOf(kind, 3))).status, kind.kind).toBe(303);
    expect((await post(receipt, { kind: 'answer', text: 'Here' }, filesOf(kind, 3))).status, kind.kind).toBe(303);
    expectTypes(await storedFiles(receipt), kind, 6);
  }
});

const openDesk = async (path: string) => readPage(await fetch(url(path), { headers: { Cookie: cookie } }));

/** Sends files from the desk to a family. */
async function sendFromDesk(page: string, files: SentFile[]): Promise<Response> {
  const { document } = await openDesk(page);
  const hidden: Record<string, string> = {};
  for (const input of document.querySelectorAll('main form input[type=hidden]'))
    hidden[input.getAttribute('name') ?? ''] = input.getAttribute('value') ?? '';
  const body = formData({ ...hidden, intent: 'send', text: 'Our offer' }, files);
  return fetch(url(`${page}/send`), { method: 'POST', body, headers: { Cookie: cookie }, redirect: 'manual' });
}

describe('the desk', () => {
  const sentTypes = ['application/pdf', 'image/png'];

  test.each(fileKinds)('sends what every phone can open, and names the rest: $kind', async (kind) => {
    const { page } = await newRequest();
    const files = filesOf(kind, 2);
    const response = await sendFromDesk(page, files);
    expect(response.status).toBe(sentTypes.includes(kind.type) ? 303 : 400);
    if (response.status === 303) return;
    const { text } = await readPage(response);
    for (const { name } of files) expect(text).toContain(name);
  });

  test.each(refusedKinds)('says what else is refused: $kind', async ({ name, error, generate }) => {
    const { page } = await newRequest();
    const response = await readPage(await sendFromDesk(page, [{ name, bytes: generate(3) }]));
    expect(response.status).toBe(400);
    expect(response.text).toContain(fill(deskTexts.en.family.fileProblem[error], { name }));
  });
});

describe('what a form refuses gets the message that fits', () => {
  const texts = inEach(formLanguageCodes, ({ forms }) => forms.form as Record<string, string>);
  const message = (language: FormLanguage, key: string, name: string) =>
    (texts[language][key] ?? '').replace('{{name}}', `\u2068${name}\u2069`);
  /** The message of a code in a form that takes letters. */
  const letterKey = (error: FileErrorCode) => (error === 'picture_wrong_type' ? error : `${error}_letter`);
  const forms = [
    ['treatment', ({ error }: RefusedKind) => error],
    ['contact', ({ error, letterError = error }: RefusedKind) => letterError],
  ] as const;

  test.each(formLanguageCodes)('by a plain post, in %s', async (language) => {
    for (const [formName, errorOf] of forms) {
      const form = formNamed(formName);
      const path = pathIn(language, form.path);
      if (!isPageIn(language, path)) continue;
      for (const refused of refusedKinds) {
        const error = errorOf(refused);
        if (error === 'accepted') continue;
        const { name, generate } = refused;
        const page = await readPage(await post(url(path), form.valid(), [{ name, bytes: generate(5) }]));
        const key = formName === 'contact' ? letterKey(error) : error;
        expect([page.status, page.errors.map(({ text }) => text)], `${formName}: ${refused.kind}`).toEqual([
          400,
          [message(language, key, name)],
        ]);
      }
    }
  });

  test('by a separate upload', async () => {
    for (const { kind, name, error, letterError = error, generate } of refusedKinds) {
      for (const [rules, expected] of [
        ['medical', error],
        ['letter', letterError],
      ] as const) {
        // What is only too large for a form is accepted here.
        if (expected === 'accepted' || expected === 'disc_in_form') continue;
        const response = await upload(desk.site, { draft: newToken(), rules, name, bytes: generate(7) });
        expect([kind, response.status, await response.json()]).toEqual([kind, 422, { error: expected, name }]);
      }
    }
  });

  test('on the page of the family', async () => {
    const { receipt } = await newRequest();
    for (const { kind, name, error, generate } of refusedKinds) {
      const page = await readPage(await post(receipt, { kind: 'documents' }, [{ name, bytes: generate(2) }]));
      expect([kind, page.status, page.errors.map(({ text }) => text)]).toEqual([
        kind,
        400,
        [message('en', error, name)],
      ]);
    }
  });

  test('a PDF without extension is no disc: the limit for reports is stated', async () => {
    const form = formNamed('treatment');
    const report = { name: 'report', bytes: pdf(evacuationFileLimits.maxBytes + 1) };
    const page = await readPage(await post(url(`/en${form.path}`), form.valid(), [report]));
    expect(page.errors.map(({ text }) => text)).toEqual([
      message('en', 'file_too_large', 'report').replace('{{megabytes}}', String(evacuationFileLimits.maxMegabytes)),
    ]);
  });

  test('nobody is told to photograph a disc', () => {
    const photo: Record<FormLanguage, RegExp> = { ar: /صوّر|التقط/, en: /photo/i, ru: /сфотографируйте/i };
    for (const language of formLanguageCodes) {
      for (const key of ['file_wrong_type', 'archive_wrong_type', 'picture_wrong_type', 'disc_in_form'])
        expect(texts[language][key], `${language} ${key}`).not.toMatch(photo[language]);
      expect(texts[language].archive_wrong_type).toContain('ZIP');
      expect(texts[language].picture_wrong_type).toMatch(/JPEG.*PDF/);
    }
  });
});

describe('files with equal names', () => {
  const seven: SentFile[] = Array.from({ length: 7 }, (_, index) => ({
    name: 'image.jpg',
    bytes: Buffer.concat([jpeg, Buffer.from([index])]),
  }));
  const numbered = ['image.jpg', ...[2, 3, 4, 5, 6, 7].map((number) => `${number} image.jpg`)];

  test('are numbered wherever staff see them', async () => {
    const { receipt, reference, page } = await newRequest(seven);
    const listOn = async (path: string) =>
      (await openDesk(path)).document
        .querySelectorAll('main li bdi, main li a')
        .map((item) => item.textContent.trim())
        .filter((text) => text.endsWith('image.jpg'));
    expect(new Set(await listOn(page))).toEqual(new Set(numbered));
    expect(await listOn(`${page}/sheet`)).toEqual(numbered);
    const call = desk.api.received.find((received) => received.reference === reference);
    expect(call?.files.map(({ name }) => name)).toEqual(numbered);
    const shown = await runEnquiries(desk.site, 'show', reference, '--json');
    expect((JSON.parse(shown.output) as { files: { name: string }[] }).files.map(({ name }) => name)).toEqual(numbered);

    const later = [{ name: 'image.jpg', bytes: Buffer.concat([jpeg, Buffer.from('later')]) }];
    expect((await post(receipt, { kind: 'documents' }, later)).status).toBe(303);
    const addition = desk.api.received.filter((received) => received.reference === reference)[1];
    expect(addition?.files.map(({ name }) => name)).toEqual(['8 image.jpg']);
    expect((await openDesk(page)).text).toContain('8 image.jpg');
  });

  test('that the desk has sent are numbered as well', async () => {
    const { page } = await newRequest();
    expect((await sendFromDesk(page, seven.slice(0, 2))).status).toBe(303);
    expect((await openDesk(page)).text).toContain('2 image.jpg');
  });
});
