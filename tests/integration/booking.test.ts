import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Language, languageCodes } from '../../app/i18n/languages.ts';
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData } from '../support/evacuation-request.ts';
import { readPage } from '../support/page.ts';
import { errorTitle } from '../support/translations.ts';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite();
});
afterAll(() => enquirySite.close());
afterEach(() => enquirySite.api.setBehaviour('ok'));

let counter = 0;

function createHotelRequest() {
  counter += 1;
  return {
    kind: 'hotel',
    hotel_location: 'Charité, Berlin',
    hotel_check_in: '2031-03-27',
    hotel_check_out: '2031-04-02',
    hotel_adults: '٢',
    hotel_children: '2',
    hotel_child_age_1: '4',
    hotel_child_age_2: '0',
    hotel_contact_name: `Guest ${counter}`,
    hotel_contact_phone: '+966 50 123 4567',
    hotel_contact_email: 'a@b.example',
  };
}

function createChauffeurRequest() {
  counter += 1;
  return {
    kind: 'chauffeur',
    chauffeur_drop_off: 'Charité',
    chauffeur_contact_name: `Passenger ${counter}`,
    chauffeur_contact_phone: '+966 50 123 4567',
    chauffeur_contact_email: 'a@b.example',
  };
}

const post = (language: Language, fields: Record<string, string>) =>
  fetch(`${enquirySite.site.url}/${language}/services/booking`, {
    method: 'POST',
    body: formData(fields),
    redirect: 'manual',
  });

/** Opens the receipt that a submission redirected to. */
async function openReceipt(response: Response) {
  expect(response.status).toBe(303);
  const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  return readPage(await fetch(response.headers.get('Location') ?? '', { headers: { Cookie: cookie } }));
}

describe.each(languageCodes)('the booking page in %s', (language) => {
  test('has one form for both kinds of request, with a button for each', async () => {
    const page = await readPage(await fetch(`${enquirySite.site.url}/${language}/services/booking`));
    expect(page.document.querySelectorAll('main form[enctype="multipart/form-data"]')).toHaveLength(1);
    const buttons = page.document.querySelectorAll('main button[name=kind]');
    expect(buttons.map((button) => button.getAttribute('value'))).toEqual(['hotel', 'chauffeur']);
    expect(page.value('hotel_adults')).toBe('1');
  });

  test('reports only the missing hotel fields and keeps the chauffeur fields', async () => {
    const fields = { kind: 'hotel', chauffeur_drop_off: 'Charité "Mitte"', hotel_contact_name: 'A' };
    const page = await readPage(await post(language, fields));
    expect(page.status).toBe(400);
    expect(page.title).toMatch(errorTitle[language]);
    expect(page.errors.map(({ target }) => target)).toEqual([
      '#booking-hotel_location',
      '#booking-hotel_check_in',
      '#booking-hotel_check_out',
      '#booking-hotel_adults',
      '#booking-hotel_contact_name',
      '#booking-hotel_contact_phone',
      '#booking-hotel_contact_email',
    ]);
    expect(page.value('chauffeur_drop_off')).toBe('Charité "Mitte"');
    if (language === 'en') {
      // The wording required by the specification (section 5).
      const texts = page.errors.map(({ text }) => text);
      expect(texts).toContain('Please enter your hotel destination.');
      expect(texts).toContain('At least one adult is required.');
    }
  });

  test('sends a hotel request to the API and redirects to its receipt', async () => {
    const fields = createHotelRequest();
    const receipt = await openReceipt(await post(language, { ...fields, chauffeur_drop_off: 'not sent' }));
    expect(receipt.document.querySelector('main > [role=status]')?.textContent.trim()).toBe(
      { ar: 'تم إرسال طلبك بنجاح!', en: 'Your request has been submitted successfully!' }[language],
    );
    for (const text of ['Charité, Berlin', '27/03/2031', '02/04/2031', '4, 0', fields.hotel_contact_name]) {
      expect(receipt.text).toContain(text);
    }
    expect(receipt.text).not.toContain('not sent');
    const [call, ...more] = enquirySite.acceptedFor(fields.hotel_contact_name);
    expect(more).toEqual([]);
    expect(call?.path).toBe('/hotel');
    expect(fieldsOf(call)).toEqual({
      name: fields.hotel_contact_name,
      email: 'a@b.example',
      phone: '+966501234567',
      location: 'Charité, Berlin',
      checkIn: '2031-03-27',
      checkOut: '2031-04-02',
      adults: '2',
      children: '2',
      childAges: '4,0',
      language,
    });
  });

  test('sends a chauffeur request to the API and redirects to its receipt', async () => {
    const fields = {
      ...createChauffeurRequest(),
      chauffeur_pick_up: 'مطار برلين',
      chauffeur_pick_up_date: '2031-03-27',
      chauffeur_pick_up_time: '٩:٣٠',
      chauffeur_flight: 'LH631',
      chauffeur_passengers: '4',
    };
    const receipt = await openReceipt(await post(language, fields));
    for (const text of ['مطار برلين', '27/03/2031', '09:30', 'LH631']) expect(receipt.text).toContain(text);
    const [call] = enquirySite.acceptedFor(fields.chauffeur_contact_name);
    expect(call?.path).toBe('/chauffeur');
    expect(fieldsOf(call)).toMatchObject({
      pickUp: 'مطار برلين',
      pickUpDate: '2031-03-27',
      pickUpTime: '09:30',
      flight: 'LH631',
      dropOff: 'Charité',
      passengers: '4',
      language,
    });
  });
});

test('the step that asks for the children’s ages keeps all input', async () => {
  const { hotel_child_age_1: _, hotel_child_age_2: __, ...fields } = createHotelRequest();
  const withAges = await readPage(await post('en', { ...fields, intent: 'children' }));
  expect(withAges.status).toBe(200);
  expect(withAges.errors).toEqual([]);
  expect(withAges.document.querySelectorAll('select[name^=hotel_child_age_]')).toHaveLength(2);
  expect(withAges.value('hotel_location')).toBe('Charité, Berlin');
  expect(withAges.document.querySelector('select[name=hotel_children] option[selected]')?.textContent).toBe('2');

  const incomplete = await readPage(await post('en', fields));
  expect(incomplete.errors.map(({ target }) => target)).toEqual([
    '#booking-hotel_child_age_1',
    '#booking-hotel_child_age_2',
  ]);
});

test('the Enter key sends the request that was filled in, and asks which one if both were', async () => {
  const { kind: _, ...fields } = createChauffeurRequest();
  const response = await post('en', { ...fields, hotel_adults: '1' });
  expect(response.status).toBe(303);
  const ambiguous = await readPage(await post('en', { ...fields, hotel_location: 'Berlin', hotel_adults: '1' }));
  expect(ambiguous.status).toBe(400);
  expect(ambiguous.document.querySelector('[role=alert]')?.textContent).toContain('two requests');
  expect(ambiguous.value('hotel_location')).toBe('Berlin');
  expect(ambiguous.value('chauffeur_drop_off')).toBe('Charité');
});

test('a request survives a failing desk, and "send again" delivers it once', async () => {
  enquirySite.api.setBehaviour('error');
  const fields = createHotelRequest();
  const page = await readPage(await post('en', fields));
  expect(page.status).toBe(502);
  const reference = page.document.querySelector('[role=alert] bdi')?.textContent ?? '';
  expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(page.value('hotel_location')).toBe(fields.hotel_location);
  const sendAgain = page.document.querySelector('[role=alert] button[form=booking]');
  expect(sendAgain?.getAttribute('value')).toBe('hotel');
  enquirySite.api.setBehaviour('ok');
  const receipt = await openReceipt(await post('en', fields));
  expect(receipt.text).toContain(reference);
  expect(enquirySite.acceptedFor(fields.hotel_contact_name)).toHaveLength(1);
});

test('the same request from two tabs is delivered once, under one reference', async () => {
  const fields = createHotelRequest();
  const receipts = await Promise.all(
    [post('en', fields), post('ar', fields)].map(async (response) => openReceipt(await response)),
  );
  const references = receipts.map(({ title }) => /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(title)?.[0]);
  expect(new Set(references).size).toBe(1);
  expect(enquirySite.acceptedFor(fields.hotel_contact_name)).toHaveLength(1);
});
