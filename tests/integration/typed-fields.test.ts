import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Unit } from '../../app/forms/schemas/units.ts';
import { type FormLanguage, formLanguageCodes, hasPage, pageLanguage, pathIn } from '../../app/i18n/languages.ts';
import { withDatabase } from '../support/desk-people.ts';
import { formData, send } from '../support/evacuation-request.ts';
import { everyForm, type FormSample } from '../support/every-form.ts';
import { everyPage, pageReader } from '../support/every-page.ts';
import { type Page, readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { inEach } from '../support/translations.ts';

// What people type into each kind of field is understood in every form and language, or the message says what to do.

const texts = inEach(formLanguageCodes, ({ forms }) => forms);

let site: Site;
let receipt: string;
const pageAt = pageReader(() => site);
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  receipt = new URL((await send(site)).headers.get('Location') ?? '').pathname;
});
afterAll(() => site.close());

/** The kinds of fields, as browsers tell them apart. */
const selectors = {
  phone: 'input[type=tel]',
  email: 'input[type=email]',
  name: 'input[autocomplete=name]',
  date: 'input[type=date]',
  number: 'input[inputmode=numeric], input[inputmode=decimal]',
};
type FieldKind = keyof typeof selectors;

/** The units of the fields for numbers. */
const units: Record<string, Unit> = {
  patient_age: 'years',
  patient_height: 'centimetres',
  patient_weight: 'kilograms',
  patient_hip_width: 'centimetres',
  newborn_age: 'days',
  newborn_gestation: 'weeks',
  newborn_birth_weight: 'grams',
  companions: 'people',
  hotel_adults: 'people',
  chauffeur_passengers: 'people',
  adults: 'people',
  children: 'people',
  infants: 'people',
};

const unitNames: Record<Unit, Record<FormLanguage, string>> = {
  years: { ar: ' سنة', en: ' years', ru: ' лет' },
  centimetres: { ar: ' سم', en: 'cm', ru: ' см' },
  kilograms: { ar: ' كجم', en: ' kg', ru: ' кг' },
  days: { ar: ' أيام', en: ' days', ru: ' дней' },
  weeks: { ar: ' أسبوعًا', en: ' weeks', ru: ' недель' },
  grams: { ar: ' غرام', en: ' g', ru: ' г' },
  people: { ar: ' أشخاص', en: ' people', ru: ' чел.' },
};

interface Typed {
  typed: string;
  /** What is stored. */
  meant: string;
}

let counter = 0;

/** Returns what somebody types into a field. @param sample what tests usually type */
const spellings: Record<FieldKind, (language: FormLanguage, name: string, sample: string, index: number) => Typed> = {
  phone: (language) =>
    ({
      ar: { typed: '\u202A٠٠٩٦٦ (٠)٥٠؛١٢٣·٤٥٦٧\u202C', meant: '00966501234567' },
      en: { typed: 'tel:+966-050_123,4567', meant: '+966501234567' },
      ru: { typed: '(+39) 06/698*12345', meant: '+390669812345' },
    })[language],
  email: (language) =>
    ({
      ar: { typed: 'أحمد علي <ahmad٩٠@example.com>،', meant: 'ahmad90@example.com' },
      en: { typed: 'mailto:a@مثال.السعودية', meant: 'a@مثال.السعودية' },
      ru: { typed: ' «a@example.com». ', meant: 'a@example.com' },
    })[language],
  name: () => {
    counter += 1;
    return { typed: ` علی\u200Cرضا\u200F ${counter}`, meant: `علی\u200Cرضا ${counter}` };
  },
  date: (language, _name, _sample, index) => ({
    typed: { ar: `${10 + index} آذار ٢٠٣١`, en: `March ${10 + index}, 2031`, ru: `${10 + index} марта 2031 г.` }[
      language
    ],
    meant: `2031-03-${10 + index}`,
  }),
  number: (language, name, sample) => ({
    typed: sample + unitNames[units[name] ?? 'people'][language],
    meant: sample,
  }),
};

/** Returns the address of a form in a language; undefined if its page does not exist in it. */
function addressOf({ path }: FormSample, language: FormLanguage): string | undefined {
  const [page = '', query] = path.split('?');
  if (query === 'wording=ru') return language === 'ru' ? pathIn(language, page) : undefined;
  if (!hasPage(language, page || '/')) return undefined;
  return pathIn(language, page || '/') + (page === '' ? '?index' : '');
}

/** Returns the kinds of the fields of a form, by name. */
function fieldsOf(page: Page, names: readonly string[]): [name: string, kind: FieldKind][] {
  return names.flatMap((name) =>
    (Object.keys(selectors) as FieldKind[])
      .filter((kind) =>
        page.document.querySelectorAll(selectors[kind]).some((each) => each.getAttribute('name') === name),
      )
      .map((kind): [string, FieldKind] => [name, kind]),
  );
}

const post = (address: string, fields: Record<string, string>) =>
  fetch(site.url + address, { method: 'POST', body: formData(fields), redirect: 'manual' });

/** Returns the stored fields of the request that was sent, or corrected, with this name or phone number. */
const storedFields = () =>
  withDatabase(site, async (database) => {
    const row = await database
      .selectFrom('enquiries')
      .select('fields')
      .orderBy('received_at', 'desc')
      .orderBy('reference')
      .executeTakeFirstOrThrow();
    return JSON.parse(row.fields) as Record<string, unknown>;
  });

const forms = everyForm.flatMap((form) =>
  formLanguageCodes.flatMap((language) => {
    const address = addressOf(form, language);
    return address === undefined ? [] : [{ name: form.name, language, address, form }];
  }),
);

describe.each(forms)('$name in $language', ({ language, address, form }) => {
  test('understands what people type', async () => {
    const fields = fieldsOf(await pageAt(address), Object.keys(form.valid()));
    const sample = form.valid();
    let dates = 0;
    const typed = fields.map(([name, kind]) => {
      if (kind === 'date') dates += 1;
      return { name, ...spellings[kind](language, name, sample[name] ?? '1', dates) };
    });
    const values = Object.fromEntries(typed.map((field) => [field.name, field.typed]));
    const response = await post(address, { ...sample, ...values });
    const { errors } = await readPage(response);
    expect([response.status, errors]).toEqual([303, []]);
    const stored = await storedFields();
    const found = Object.values(stored).flat().map(String);
    expect(found).toEqual(expect.arrayContaining(typed.map(({ meant }) => meant)));
    const phone = typed.find(({ name }) => name.endsWith('phone'));
    expect(stored.phoneTyped).toBe(phone?.typed.replace(/[\u202A\u202C]/g, ''));
  });

  test('says what is wrong, and keeps it', async () => {
    const fields = fieldsOf(await pageAt(address), form.fieldNames);
    const wrong: Partial<Record<FieldKind, string>> = {
      phone: '+966 50 123 4567 / +966 50 765 4321',
      email: 'a@example.com, b@example.com',
      date: '27/03/1448',
      number: '80 lb',
    };
    const typed = fields.flatMap(([name, kind]) => (wrong[kind] === undefined ? [] : [[name, wrong[kind]] as const]));
    const response = await post(address, { ...form.valid(), ...Object.fromEntries(typed) });
    const page = await readPage(response);
    expect(page.status).toBe(400);
    const t = texts[language].form;
    const messages = { phone: t.phone_invalid, email: t.email_invalid, date: t.date_hijri };
    for (const [name, kind] of fields) {
      if (wrong[kind] === undefined) continue;
      const control = page.document.querySelector(`input[name="${name}"][aria-invalid]`);
      expect(control?.getAttribute('value'), name).toBe(wrong[kind]);
      const message = page.document.getElementById(`${control?.id ?? ''}-error`)?.textContent;
      expect(message, name).toContain(kind in messages ? messages[kind as keyof typeof messages] : '');
      expect(message, name).not.toBe('');
    }
    expect(page.errors).toHaveLength(typed.length);
  });
});

test('the specified sentence about phone numbers is kept', () => {
  expect(texts.en.form.phone_invalid).toMatch(/^Please enter a valid phone number\. /);
});

test('every field of these kinds, on any page, is in one of the forms', async () => {
  const known = new Set([...everyForm.flatMap(({ fieldNames }) => fieldNames), ...Object.keys(units)]);
  // The flight search, the form of receipts and the repeated dates and numbers of a form have tests of their own.
  const others = ['depart_date', 'return_date', 'hotel_check_out'];
  for (const address of [...everyPage.map((page) => page.address), receipt]) {
    const { document } = await pageAt(address);
    const names = document
      .querySelectorAll(Object.values(selectors).join())
      .map((control) => control.getAttribute('name') ?? '')
      .filter((name) => !known.has(name) && !others.includes(name));
    expect(names, address).toEqual([]);
    const numbers = document.querySelectorAll(selectors.number).map((control) => control.getAttribute('name') ?? '');
    expect(
      numbers.filter((name) => !(name in units)),
      address,
    ).toEqual([]);
  }
});

describe.each(formLanguageCodes)('in %s', (language) => {
  test('corrected contact details are understood', async () => {
    const details = Object.fromEntries(
      (['name', 'phone', 'email'] as const).map((name) => [name, spellings[name](language, name, '', 0)]),
    );
    const typed = Object.fromEntries(Object.entries(details).map(([name, field]) => [name, field.typed]));
    const path = receipt.replace(/^\/\w+/, `/${pageLanguage(language)}`);
    const wrong = await readPage(await post(path, { ...typed, kind: 'details', phone: '1234567 or 7654321' }));
    expect([wrong.status, wrong.errors.length]).toEqual([400, 1]);
    expect((await post(path, { ...typed, kind: 'details' })).status).toBe(303);
    const corrected = await withDatabase(site, async (database) =>
      (await database.selectFrom('enquiries').select('fields').execute()).map(
        ({ fields }) => JSON.parse(fields) as Record<string, unknown>,
      ),
    );
    const meant = Object.fromEntries(Object.entries(details).map(([name, field]) => [name, field.meant]));
    expect(corrected).toContainEqual(expect.objectContaining(meant));
  });

  test('the dates of a flight search are understood', async () => {
    const [depart, back] = [1, 2].map((index) => spellings.date(language, '', '', index));
    const query = new URLSearchParams({
      ...{ origin: 'RUH', destination: 'MUC', depart_date: depart?.typed ?? '', return_date: back?.typed ?? '' },
    });
    const address = `${site.url}/${pageLanguage(language)}/search/flights?${query.toString()}`;
    const location = (await fetch(address, { redirect: 'manual' })).headers.get('Location') ?? '';
    const { searchParams } = new URL(location, site.url);
    expect([searchParams.get('depart_date'), searchParams.get('return_date')]).toEqual([depart?.meant, back?.meant]);
  });
});
