import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { informationOnlyCategories, treatmentCategories } from '../../app/content/copy/content-names.ts';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, type SentFile } from '../support/evacuation-request.ts';
import { jpeg, pdf, png } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { inEveryLanguage } from '../support/translations.ts';

const texts = inEveryLanguage(({ forms, receipt }) => ({ forms, receipt }));

let desk: EnquirySite;
beforeAll(async () => {
  desk = await startEnquirySite();
});
afterAll(() => desk.close());

let counter = 0;
/** Creates a different person each time, because equal requests become one enquiry. */
const createPerson = () => ({ name: `Family ${(counter += 1)}`, phone: '+966 50 123 4567' });

const post = (address: string, fields: Record<string, string | string[]>, files: SentFile[] = []) =>
  fetch(new URL(address, desk.site.url), { method: 'POST', body: formData(fields, files), redirect: 'manual' });

const details = {
  wishes: ['treatment_plan', 'surgery'],
  specialty: 'cardiology',
  question: 'هل تلزم عملية؟',
  patient_age: '٧٠',
  patient_sex: 'female',
  wished_time: 'بعد رمضان',
  payer: 'state',
  companions: '2',
  interpreter: 'on',
};

describe.each(languageCodes)('a treatment request in %s', (language) => {
  const path = `/${language}/treatment/request`;
  const { forms, receipt: receiptTexts } = texts[language];

  test('names what is missing beside its field, and loses nothing', async () => {
    const { question, ...choices } = details;
    const page = await readPage(await post(path, { ...choices, name: '', phone: '', illness: ' \u200f ' }));
    expect(page.status).toBe(400);
    expect(page.errors).toEqual([
      { text: forms.form.case_required, target: '#treatment-illness' },
      { text: forms.form.name_required, target: '#treatment-name' },
      { text: forms.form.phone_required, target: '#treatment-phone' },
    ]);
    expect(page.document.querySelector('#treatment-illness-error')?.textContent).toContain(forms.form.case_required);
    expect(page.text).not.toContain(question);
    expect(page.value('wished_time')).toBe(details.wished_time);
    const chosen = page.document.querySelectorAll('main input[checked], main option[selected]');
    expect(chosen.map((choice) => choice.getAttribute('value') ?? choice.getAttribute('name'))).toEqual([
      ...['treatment_plan', 'surgery', 'cardiology', 'female', 'state', 'interpreter'],
    ]);
  });

  test('needs only a name, a phone number and one file', async () => {
    const person = createPerson();
    const response = await post(path, person, [{ name: 'report.pdf', bytes: pdf(900) }]);
    expect(response.status).toBe(303);
    expect(desk.acceptedFor(person.name)).toMatchObject([{ path: '/contact', purpose: 'enquiry' }]);
  });

  test('keeps its file if another field is invalid, and then needs no description', async () => {
    const page = await readPage(
      await post(path, { ...createPerson(), phone: '12' }, [{ name: 'x-ray.jpg', bytes: jpeg }]),
    );
    expect(page.errors.map(({ target }) => target)).toEqual(['#treatment-phone']);
    const again = await post(path, { ...createPerson(), draft: page.value('draft') ?? '' });
    expect(again.status).toBe(303);
  });

  test('reports a rejected file, and the missing description as well', async () => {
    const page = await readPage(await post(path, createPerson(), [{ name: 'program.exe', bytes: Buffer.from('MZ') }]));
    expect(page.status).toBe(400);
    expect(page.errors.map(({ target }) => target)).toEqual(['#treatment-illness', '#treatment-files']);
  });

  test('is sent to the API as a message with the files it accepts and the names of the others, and appears on the receipt', async () => {
    const person = createPerson();
    const files = [
      { name: 'scan.png', bytes: png },
      { name: 'large.pdf', bytes: pdf(11 * 1024 * 1024) },
      ...[1, 2, 3, 4, 5].map((number) => ({ name: `${number}.pdf`, bytes: pdf(500, number) })),
    ];
    const response = await post(path, { ...person, ...details }, files);
    expect(response.status).toBe(303);
    const [call] = desk.acceptedFor(person.name);
    expect(call).toMatchObject({ path: '/contact', purpose: 'enquiry', privacyNotice: 'treatment-2026-11-23-3' });
    expect(call?.files.map(({ name }) => name)).toEqual(['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf']);
    const { message = '', email } = fieldsOf(call);
    expect(email).toBe('');
    expect(message).toContain('Gewünscht: Behandlungsplan und Kostenvoranschlag, Operation');
    expect(message).toContain('Frage an die Ärzte: هل تلزم عملية؟');
    expect(message).toMatch(
      /Files that are only at the site’s desk, with request \S+: scan\.png \(.+\), large\.pdf \(11 MB\)\.$/,
    );

    const receiptAddress = response.headers.get('Location') ?? '';
    const receipt = await readPage(await fetch(receiptAddress));
    for (const text of [receiptTexts.choice.surgery, receiptTexts.choice.state, details.wished_time, 'scan.png'])
      expect(receipt.text).toContain(text);
    const rows = receipt.document.querySelectorAll('main dt').map((label) => label.textContent);
    expect(rows).toContain(receiptTexts.row.phone);
    expect(rows).not.toContain(receiptTexts.row.email);
    expect(receipt.text).not.toContain(receiptTexts.mail.heading);
    expect((await fetch(`${receiptAddress}/sheet`)).status).toBe(200);
  });

  test('can be corrected without an email address, gets one, and is deleted', async () => {
    const person = createPerson();
    const receipt = (await post(path, { ...person, illness: 'x' })).headers.get('Location') ?? '';
    const corrected = { ...person, phone: '+966 55 777 7777', email: '' };
    expect((await post(receipt, { kind: 'details', ...corrected })).status).toBe(303);
    expect((await post(receipt, { kind: 'details', ...corrected, email: 'a@b.example' })).status).toBe(303);
    expect((await post(receipt, { kind: 'details', ...corrected })).status).toBe(400);
    const sent = desk.acceptedFor(person.name).map((call) => [call.purpose, call.path, fieldsOf(call).email]);
    expect(sent).toEqual([
      ['enquiry', '/contact', ''],
      ['correction', '/contact', ''],
      ['correction', '/contact', 'a@b.example'],
    ]);
    await post(`${receipt}/delete`, {});
    expect((await fetch(receipt)).status).toBe(410);
    const [{ reference } = {}] = desk.acceptedFor(person.name);
    const erasures = () =>
      desk.api.received.filter((call) => call.purpose === 'erasure' && call.reference === reference);
    await expect.poll(() => erasures().map((call) => call.path)).toEqual(['/contact']);
  });
});

describe.each(languageCodes)('the specialty in %s', (language) => {
  const selected = async (query: string) => {
    const page = await readPage(await fetch(`${desk.site.url}/${language}/treatment/request${query}`));
    expect(page.status).toBe(200);
    return page.document.querySelector('#treatment-specialty option[selected]')?.getAttribute('value') ?? '';
  };

  test('is filled in from an address, even from the page cache, and is unselected otherwise', async () => {
    for (const _time of ['first', 'cached']) {
      expect(await selected('?specialty=cardiology')).toBe('cardiology');
      expect(await selected('?specialty=check-ups')).toBe('check-ups');
      expect(await selected('')).toBe('');
      expect(await selected('?specialty=constructor')).toBe('');
    }
  });

  test.each(treatmentCategories)(
    'the page %s has a picture, questions for the doctor, and how long it often takes',
    async (category) => {
      const page = await readPage(await fetch(desk.site.url + pathIn(language, `/treatment/${category}`)));
      const contents = page.document.querySelectorAll('nav a[href^="#"]').map((link) => link.getAttribute('href'));
      expect(contents).toEqual(expect.arrayContaining(['#questions', '#length-of-stay']));
      expect(page.document.querySelectorAll('#questions li').length).toBeGreaterThanOrEqual(4);
      expect(page.document.querySelectorAll('#length-of-stay dt').length).toBeGreaterThanOrEqual(3);
      expect(page.document.querySelector('main img')?.getAttribute('src')).toContain(`/${category}-`);
    },
  );

  test('has a link to the request form on its page, unless the page is information only', async () => {
    const linking = [];
    for (const category of treatmentCategories) {
      const page = await readPage(await fetch(desk.site.url + pathIn(language, `/treatment/${category}`)));
      const links = page.document.querySelectorAll('main a[href*="/treatment/request"]');
      if (links.length > 0) linking.push(category);
      const addresses = links.map((link) => link.getAttribute('href'));
      if (links.length > 0) expect(addresses[0]).toBe(`/${language}/treatment/request?specialty=${category}`);
    }
    expect(linking).toEqual(treatmentCategories.filter((category) => !informationOnlyCategories.includes(category)));
    expect(linking.length).toBeGreaterThan(0);
  });
});
