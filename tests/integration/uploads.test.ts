import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { evacuationFileLimits } from '../../app/uploads/limits.ts';
import en from '../../locales/en/forms.json' with { type: 'json' };
import { formData, post, send, type SentFile, validRequest } from '../support/evacuation-request.ts';
import { executable, jpeg, pdf, png, svg } from '../support/medical-files.ts';
import { type Page, readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Returns a text of the locale as a page shows it, with the file name in bidi isolates. */
function errorMessage(code: keyof typeof en.form, name: string): string {
  return en.form[code]
    .replace('{{name}}', `\u2068${name}\u2069`)
    .replace('{{max}}', String(evacuationFileLimits.maxFiles))
    .replace('{{megabytes}}', String(evacuationFileLimits.maxMegabytes));
}

const listedFiles = (page: Page) =>
  page.document.querySelectorAll('li > span > span.block > bdi').map((name) => name.textContent);
const createReports = (count: number): SentFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: `report ${index + 1}.pdf`, bytes: pdf(2000, index) }));

describe('an invalid file is rejected by name, and the valid ones are kept', () => {
  const valid = { name: 'good.png', bytes: png };
  test.each([
    ['empty', { name: 'empty.pdf', bytes: Buffer.alloc(0) }, 'file_empty'],
    ['a program', { name: 'report.pdf', bytes: executable, type: 'application/pdf' }, 'file_wrong_type'],
    ['an SVG', { name: 'photo.jpg', bytes: svg, type: 'image/jpeg' }, 'file_wrong_type'],
    ['too large', { name: 'large.pdf', bytes: pdf(evacuationFileLimits.maxBytes + 1) }, 'file_too_large'],
  ] as const)('%s', async (_case, invalid, code) => {
    const request = validRequest();
    const page = await readPage(await post(site, 'en', formData(request, [invalid, valid])));
    expect(page.status).toBe(400);
    expect(page.errors).toEqual([{ text: errorMessage(code, invalid.name), target: '#evacuation-files' }]);
    expect(listedFiles(page)).toEqual(['good.png']);
    for (const [name, value] of Object.entries(request)) expect(page.value(name)).toBe(value);

    const response = await post(site, 'en', formData({ ...request, draft: page.value('draft') ?? '' }));
    const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
    expect(receipt.text).toContain('good.png');
    expect(receipt.text).not.toContain(invalid.name);
  });
});

test('a file of exactly 30 MB is accepted', async () => {
  const response = await send(site, {}, [{ name: 'thirty.pdf', bytes: pdf(evacuationFileLimits.maxBytes) }]);
  expect(response.status).toBe(303);
  const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
  expect(receipt.text).toContain('30 MB');
});

test('of eight files, seven are kept and the eighth is rejected by name', async () => {
  const page = await readPage(await send(site, {}, createReports(8)));
  expect(page.status).toBe(400);
  expect(page.errors.map(({ text }) => text)).toEqual([errorMessage('too_many_files_named', 'report 8.pdf')]);
  expect(listedFiles(page)).toHaveLength(7);
});

test('files of earlier attempts count towards the limit', async () => {
  const first = await readPage(await send(site, { email: '' }, createReports(5)));
  const secondAttempt = formData({ ...validRequest(), draft: first.value('draft') ?? '' }, [
    { name: 'sixth.png', bytes: png },
    { name: 'seventh.jpg', bytes: jpeg },
    { name: 'eighth.pdf', bytes: pdf(3000, 99) },
  ]);
  const page = await readPage(await post(site, 'en', secondAttempt));
  expect(page.errors.map(({ text }) => text)).toEqual([errorMessage('too_many_files_named', 'eighth.pdf')]);
  expect(listedFiles(page)).toHaveLength(7);
});

describe('the files of a form with errors', () => {
  let page: Page;
  let request: Record<string, string>;
  beforeEach(async () => {
    request = validRequest({ email: '' });
    page = await readPage(await post(site, 'en', formData(request, createReports(2))));
  });

  test('do not have to be chosen again', async () => {
    expect(listedFiles(page)).toEqual(['report 1.pdf', 'report 2.pdf']);
    const response = await post(
      site,
      'en',
      formData({ ...request, email: 'a@b.co', draft: page.value('draft') ?? '' }),
    );
    expect(response.status).toBe(303);
    const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
    expect(receipt.text).toContain('report 1.pdf');
    expect(receipt.text).toContain('report 2.pdf');
  });

  test('are kept once if chosen again by mistake', async () => {
    const repeated = await readPage(
      await post(site, 'en', formData({ ...request, draft: page.value('draft') ?? '' }, createReports(2))),
    );
    expect(listedFiles(repeated)).toEqual(['report 1.pdf', 'report 2.pdf']);
  });

  test('can be removed, which deletes their content and keeps all other input', async () => {
    const before = await site.storedFiles();
    const button = page.document.querySelector('button[name=intent][value^="remove:"]');
    const draft = page.value('draft') ?? '';
    const removed = await readPage(
      await post(site, 'en', formData({ ...request, draft, intent: button?.getAttribute('value') ?? '' })),
    );
    expect(removed.status).toBe(200);
    expect(listedFiles(removed)).toEqual(['report 2.pdf']);
    expect(removed.errors).toEqual([]);
    expect(removed.value('name')).toBe(request.name);
    expect(await site.storedFiles()).toHaveLength(before.length - 1);
  });

  test('survive a restart of the site', async () => {
    const ownSite = await startSite();
    const returned = await readPage(await send(ownSite, { email: '' }, createReports(1)));
    await ownSite.kill();
    const restarted = await ownSite.restart();
    const response = await send(restarted, { draft: returned.value('draft') ?? '' });
    const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
    expect(receipt.text).toContain('report 1.pdf');
    await restarted.close();
  });

  test('are reported as expired when their draft no longer exists', async () => {
    const expired = await readPage(await send(site, { draft: 'AAAAAAAAAAAAAAAAAAAAAA' }));
    expect(expired.status).toBe(400);
    expect(expired.errors).toEqual([{ text: en.form.draft_expired, target: '#evacuation-files' }]);
  });
});

test.each([
  ['a;b=c "quoted".png', 'a;b=c "quoted".png'],
  ['تقرير الأشعة.png', 'تقرير الأشعة.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['C:\\reports\\ct.png', 'ct.png'],
  ['report.hta', 'report.hta.png'],
])('the file name %s is shown as %s', async (name, shown) => {
  const response = await send(site, {}, [{ name, bytes: png }]);
  expect(response.status).toBe(303);
  const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
  expect(receipt.document.querySelectorAll('li > bdi').map((item) => item.textContent)).toContain(shown);
});
