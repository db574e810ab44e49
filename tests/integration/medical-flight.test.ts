import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCodes } from '../../app/i18n/languages.ts';
import ruForms from '../../locales/ru/forms.json' with { type: 'json' };
import ruFlight from '../../locales/ru/medical-flight.json' with { type: 'json' };
import ruReceipt from '../../locales/ru/receipt.json' with { type: 'json' };
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, type SentFile } from '../support/evacuation-request.ts';
import { jpeg, pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite();
});
afterAll(() => enquirySite.close());

let counter = 0;

function createRequiredFields() {
  counter += 1;
  return {
    origin: 'Riyadh',
    destination: 'MUC',
    condition: 'سكتة دماغية\nawake',
    name: `Caller ${counter}`,
    phone: '+966 50 123 4567',
    email: 'a@b.example',
  };
}

const adult = { patient_age: '٧٠', patient_height: '165', patient_weight: '٧٢٫٥', patient_hip_width: '45' };
const newborn = {
  newborn_age: '٩',
  newborn_gestation: '٢٩+٤',
  newborn_birth_weight: '1250',
  newborn_ventilated: 'yes',
};

const optionalFields = {
  ...adult,
  date: '2031-03-27',
  relation: 'ابن',
  patient_name: 'أم علي',
  diagnosis: 'I63',
  hospital_now: 'مستشفى الملك فيصل',
  receiving_hospital: 'LMU München',
  needs: ['oxygen', 'stretcher'],
  with_companion: 'on',
  companions: '2',
};

const post = (path: string, fields: Record<string, string | string[]>, files: SentFile[] = []) =>
  fetch(`${enquirySite.site.url}${path}`, { method: 'POST', body: formData(fields, files), redirect: 'manual' });

describe.each(languageCodes)('the detailed request in %s', (language) => {
  test.each(['air-ambulance', 'incubator', 'ground-ambulance', 'medical-escort'])(
    'for %s is rejected with errors while empty, then delivered to the API and shown on a receipt',
    async (flight) => {
      const path = `/${language}/medical-flight/${flight}`;
      const form = await readPage(await fetch(enquirySite.site.url + path));
      expect(form.document.querySelector('main form[enctype="multipart/form-data"]')).not.toBeNull();
      expect(form.document.querySelector('main a[href*="?wording=ru"]')?.getAttribute('lang')).toBe('ru');

      const empty = await readPage(await post(path, {}));
      expect(empty.status).toBe(400);
      expect(empty.errors.map(({ target }) => target)).toEqual(
        ['origin', 'destination', 'condition', 'name', 'phone', 'email'].map((name) => `#medical-flight-${name}`),
      );

      const isOnGround = flight === 'ground-ambulance';
      const isNewborn = flight === 'incubator';
      const offered = (fields: object) =>
        Object.keys(fields).filter((name) => form.document.querySelector(`main [name=${name}]`));
      expect(offered(adult)).toHaveLength(isNewborn ? 0 : 4);
      expect(offered(newborn)).toHaveLength(isNewborn ? 4 : 0);
      const fields = {
        ...createRequiredFields(),
        ...optionalFields,
        ...newborn,
        ...(isOnGround && { origin: 'مستشفى الملك فيصل', destination: 'BER Terminal 1' }),
      };
      const files = [{ name: 'تقرير.pdf', bytes: pdf(9000) }];
      const response = await post(path, fields, files);
      expect(response.status).toBe(303);
      const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
      for (const text of ['أم علي', isNewborn ? '29+4' : '72.5', 'I63', 'LMU München', 'تقرير.pdf', '27/03/2031']) {
        expect(receipt.text).toContain(text);
      }
      const [call] = enquirySite.acceptedFor(fields.name);
      expect(call?.path).toBe('/ambulance');
      expect(call?.files.map(({ name }) => name)).toEqual(['تقرير.pdf']);
      expect(fieldsOf(call)).toMatchObject({
        message: 'medical Evacuation request',
        origin: isOnGround ? 'مستشفى الملك فيصل' : 'RUH',
        destination: isOnGround ? 'BER Terminal 1' : 'MUC',
        date: '2031-03-27',
        language,
        flight,
        wording: language,
        asSoonAsPossible: 'false',
        condition: fields.condition,
        relation: 'ابن',
        patientName: 'أم علي',
        ...(isNewborn
          ? { patientAge: '', heightCm: '', weightKg: '', hipWidthCm: '' }
          : { patientAge: '70', heightCm: '165', weightKg: '72.5', hipWidthCm: '45' }),
        ...(isNewborn
          ? { newbornAgeDays: '9', gestation: '29+4', birthWeightG: '1250', ventilated: 'yes' }
          : { newbornAgeDays: '', gestation: '', birthWeightG: '', ventilated: '' }),
        diagnosis: 'I63',
        hospitalNow: 'مستشفى الملك فيصل',
        receivingHospital: 'LMU München',
        needs: 'oxygen,stretcher',
        companions: '2',
      });
    },
  );

  test('shows all input again after an error', async () => {
    const page = await readPage(
      await post(
        `/${language}/medical-flight/air-ambulance`,
        { ...createRequiredFields(), ...optionalFields, patient_age: '200' },
        [{ name: 'x.jpg', bytes: jpeg }],
      ),
    );
    expect(page.errors.map(({ target }) => target)).toEqual(['#medical-flight-patient_age']);
    for (const name of ['date', 'relation', 'patient_name', 'patient_age', 'patient_weight', 'companions'] as const) {
      expect(page.value(name)).toBe(name === 'patient_age' ? '200' : optionalFields[name]);
    }
    const checkedBoxes = page.document.querySelectorAll('input[type=checkbox][checked]');
    expect(checkedBoxes.map((box) => box.getAttribute('value') ?? box.getAttribute('name'))).toEqual([
      'oxygen',
      'stretcher',
      'with_companion',
    ]);
    expect(page.text).toContain('x.jpg');
  });

  test('is in Russian with ?wording=ru, and so is the receipt', async () => {
    const path = `/${language}/medical-flight/air-ambulance?wording=ru`;
    const form = await readPage(await fetch(enquirySite.site.url + path));
    const html = form.document.querySelector('html');
    expect([html?.getAttribute('lang'), html?.getAttribute('dir')]).toEqual(['ru', 'ltr']);
    expect(form.document.querySelector('#request h2')?.textContent).toBe(ruFlight.form.heading);

    const empty = await readPage(await post(path, { phone: '12' }));
    expect(empty.status).toBe(400);
    expect(empty.errors.map(({ text }) => text)).toEqual([
      ruForms.form.place_from_required,
      ruForms.form.place_to_required,
      ruForms.form.condition_required,
      ruForms.form.name_required,
      ruForms.form.phone_invalid,
      ruForms.form.email_required,
    ]);

    const fields = { ...createRequiredFields(), as_soon_as_possible: 'on' };
    const response = await post(path, fields);
    expect(response.status).toBe(303);
    const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
    expect(receipt.heading).toBe(ruReceipt.heading);
    expect(receipt.text).toContain(ruReceipt.choice.as_soon_as_possible);
    expect(receipt.text).toContain('аэропорт Эр-Рияд, Саудовская Аравия');
    expect(fieldsOf(enquirySite.acceptedFor(fields.name)[0])).toMatchObject({
      wording: 'ru',
      language: 'en',
      asSoonAsPossible: 'true',
    });
  });
});

describe('a post from the short form’s button to the detailed form', () => {
  test('carries over text, choices and files, whatever is missing or wrong, and puts nothing into the address', async () => {
    const typed = { origin: 'Mecca', phone: '12' };
    const choices = { urgency: 'soon', reach_by: 'whatsapp', reach_hours: 'evening' };
    const body = formData({ ...typed, ...choices, condition: 'Stroke, awake', intent: 'Continue' }, [
      { name: 'report.pdf', bytes: pdf(900) },
      { name: 'x.jpg', bytes: jpeg },
    ]);
    const short = await readPage(await fetch(`${enquirySite.site.url}/en/services/evacuation`));
    const button = short.document.querySelector('#evacuation button[formaction*="medical-flight"]');
    const target = button?.getAttribute('formaction') ?? '';
    expect(target).toBe('/en/medical-flight/air-ambulance#request');
    const response = await fetch(enquirySite.site.url + target, { method: 'POST', body, redirect: 'manual' });
    const page = await readPage(response);
    expect(page.status).toBe(200);
    expect(page.errors).toEqual([]);
    for (const [name, value] of Object.entries(typed)) expect(page.value(name)).toBe(value);
    expect(page.document.querySelector('textarea[name=condition]')?.textContent).toBe('Stroke, awake');
    const isChosen = (control: string) =>
      ['checked', 'selected'].some((state) => page.document.querySelector(control)?.hasAttribute(state));
    expect(isChosen('[name=urgency][value=soon]')).toBe(true);
    expect(isChosen('[name=reach_by][value=whatsapp]')).toBe(true);
    expect(isChosen('[name=reach_hours] [value=evening]')).toBe(true);
    expect(page.document.querySelector('#medical-flight details')?.hasAttribute('open')).toBe(true);
    for (const name of ['report.pdf', 'x.jpg']) expect(page.text).toContain(name);
  });
});

test('an unknown kind of flight gets 404, by GET and by POST', async () => {
  expect((await fetch(`${enquirySite.site.url}/en/medical-flight/rocket`)).status).toBe(404);
  expect((await post('/en/medical-flight/rocket', createRequiredFields())).status).toBe(404);
});

test('an unsupported ?wording falls back to the page’s language', async () => {
  const page = await readPage(await fetch(`${enquirySite.site.url}/en/medical-flight/incubator?wording=de`));
  expect(page.document.querySelector('html')?.getAttribute('lang')).toBe('en');
});
