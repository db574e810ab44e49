import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bookingFormChoice } from './booking-form-choice.server.ts';

const hotel = {
  hotel_location: 'Charité, Berlin',
  hotel_check_in: '2027-03-27',
  hotel_check_out: '2027-04-02',
  hotel_adults: '2',
  hotel_contact_name: 'أحمد',
  hotel_contact_phone: '+966 50 123 4567',
  hotel_contact_email: 'a@b.example',
};
const chauffeur = {
  chauffeur_drop_off: 'Charité',
  chauffeur_contact_name: 'أحمد',
  chauffeur_contact_phone: '+966 50 123 4567',
  chauffeur_contact_email: 'a@b.example',
};

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2027, 2, 1), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function createFormData(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

function parse(fields: Record<string, string>) {
  const formData = createFormData(fields);
  const { definition, problem } = bookingFormChoice.choose(formData);
  return { kind: definition.kind, problem, submission: definition.parse(formData) };
}

const errorsOf = (fields: Record<string, string>) => parse(fields).submission.reply().error;

describe('chooses the request', () => {
  test.each([
    ['the hotel button', { ...hotel, ...chauffeur, kind: 'hotel' }, 'hotel', undefined],
    ['the chauffeur button', { ...hotel, ...chauffeur, kind: 'chauffeur' }, 'chauffeur', undefined],
    ['Enter with hotel fields filled in', { hotel_location: 'Berlin', hotel_adults: '1' }, 'hotel', undefined],
    [
      'Enter with chauffeur fields filled in',
      { chauffeur_drop_off: 'Berlin', hotel_adults: '1' },
      'chauffeur',
      undefined,
    ],
    [
      'Enter with chauffeur fields filled in, and the hotel’s phone number filled in automatically',
      { ...chauffeur, hotel_adults: '1', hotel_contact_phone: '+966501234567' },
      'chauffeur',
      undefined,
    ],
    ['Enter with both requests filled in', { ...hotel, ...chauffeur }, 'hotel', 'which_request'],
    ['Enter with no field filled in', { hotel_adults: '1' }, 'hotel', 'which_request'],
    ['an unknown button', { ...hotel, kind: 'evacuation' }, 'hotel', undefined],
  ])('by %s', (_, fields, kind, problem) => {
    expect(parse(fields)).toMatchObject({ kind, problem });
  });
});

describe('a hotel request', () => {
  test('is parsed into its fields', () => {
    const children = { hotel_children: '2', hotel_child_age_1: '4', hotel_child_age_2: '٠', hotel_child_age_3: '9' };
    expect(parse({ ...hotel, ...children, kind: 'hotel' }).submission).toMatchObject({
      status: 'success',
      value: {
        name: 'أحمد',
        phone: '+966501234567',
        email: 'a@b.example',
        location: 'Charité, Berlin',
        checkIn: '2027-03-27',
        checkOut: '2027-04-02',
        adults: 2,
        childAges: [4, 0],
      },
    });
  });

  test('requires all fields except the number of children', () => {
    expect(errorsOf({ kind: 'hotel' })).toEqual({
      hotel_location: ['hotel_location_required'],
      hotel_check_in: ['check_in_required'],
      hotel_check_out: ['check_out_required'],
      hotel_adults: ['adults_required'],
      hotel_contact_name: ['name_required'],
      hotel_contact_phone: ['phone_required'],
      hotel_contact_email: ['email_required'],
    });
  });

  test.each([
    [{ hotel_adults: '0' }, { hotel_adults: ['adults_required'] }],
    [{ hotel_adults: '31' }, { hotel_adults: ['adults_required'] }],
    [{ hotel_check_in: '2027-02-27' }, { hotel_check_in: ['date_past'] }],
    [{ hotel_check_in: '2027-02-30' }, { hotel_check_in: ['date_invalid'] }],
    [{ hotel_check_out: '2027-03-27' }, { hotel_check_out: ['check_out_not_after'] }],
    [{ hotel_children: '11' }, { hotel_children: ['children_invalid'] }],
    [
      { hotel_children: '3', hotel_child_age_1: '18', hotel_child_age_2: '17' },
      { hotel_child_age_1: ['child_age_required'], hotel_child_age_3: ['child_age_required'] },
    ],
    [
      { hotel_check_out: '2027-03-20', hotel_location: ' ', hotel_children: '1' },
      {
        hotel_location: ['hotel_location_required'],
        hotel_check_out: ['check_out_not_after'],
        hotel_child_age_1: ['child_age_required'],
      },
    ],
  ])('reports all errors of %j at once', (changes, errors) => {
    expect(errorsOf({ ...hotel, ...changes, kind: 'hotel' })).toEqual(errors);
  });

  test('keeps the values of the chauffeur fields', () => {
    const { submission } = parse({
      kind: 'hotel',
      chauffeur_drop_off: 'Charité',
      hotel_location: 'Berlin',
      other: 'x',
    });
    expect(submission.reply().initialValue).toEqual({ chauffeur_drop_off: 'Charité', hotel_location: 'Berlin' });
  });
});

describe('a chauffeur request', () => {
  test('requires a destination and contact details', () => {
    expect(errorsOf({ kind: 'chauffeur' })).toEqual({
      chauffeur_drop_off: ['drop_off_required'],
      chauffeur_contact_name: ['name_required'],
      chauffeur_contact_phone: ['phone_required'],
      chauffeur_contact_email: ['email_required'],
    });
    expect(parse({ ...chauffeur, kind: 'chauffeur' }).submission).toMatchObject({ status: 'success' });
  });

  test('is parsed into its fields', () => {
    const optionalFields = {
      chauffeur_pick_up: 'BER, Terminal 1',
      chauffeur_pick_up_date: '27.03.2027',
      chauffeur_pick_up_time: '٩:٣٠',
      chauffeur_flight: 'LH 631',
      chauffeur_passengers: '4',
    };
    expect(parse({ ...chauffeur, ...optionalFields, kind: 'chauffeur' }).submission).toMatchObject({
      value: {
        pickUp: 'BER, Terminal 1',
        pickUpDate: '2027-03-27',
        pickUpTime: '09:30',
        flight: 'LH 631',
        dropOff: 'Charité',
        passengers: 4,
      },
    });
  });

  test.each([
    [{ chauffeur_pick_up_time: '25:00' }, { chauffeur_pick_up_time: ['time_invalid'] }],
    [{ chauffeur_pick_up_time: 'nine' }, { chauffeur_pick_up_time: ['time_invalid'] }],
    [{ chauffeur_pick_up_date: '2027-02-01' }, { chauffeur_pick_up_date: ['date_past'] }],
    [{ chauffeur_passengers: '0' }, { chauffeur_passengers: ['passengers_invalid'] }],
  ])('reports an error for %j', (changes, errors) => {
    expect(errorsOf({ ...chauffeur, ...changes, kind: 'chauffeur' })).toEqual(errors);
  });
});

test.each(['__proto__', 'hotel_location[0]', 'hotel_location.x', 'constructor'])('ignores a field named %s', (name) => {
  const { submission } = parse({ ...hotel, kind: 'hotel', [name]: 'x' });
  expect(submission.status).toBe('success');
});
