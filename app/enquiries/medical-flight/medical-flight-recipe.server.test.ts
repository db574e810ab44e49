import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { medicalFlightRecipe } from './medical-flight-recipe.server.ts';

const required = {
  origin: 'Riyadh',
  destination: 'MUC',
  condition: 'Stroke, awake,\r\nbreathing alone',
  name: 'Ali',
  phone: '00966501234567',
  email: 'a@b.example',
};

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2027, 2, 1), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function read(
  fields: Record<string, string | string[]>,
  flight: Parameters<typeof medicalFlightRecipe>[0] = 'incubator',
) {
  const sent = new FormData();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) sent.append(name, value);
  return medicalFlightRecipe(flight).read(sent, 'en');
}

test('what is required is enough', () => {
  expect(read(required)).toMatchObject({
    status: 'success',
    value: {
      flight: 'incubator',
      origin: 'RUH',
      destination: 'MUC',
      condition: 'Stroke, awake,\nbreathing alone',
      asSoonAsPossible: false,
      needs: [],
      companions: 0,
    },
  });
});

test('everything else is read into its field', () => {
  const more = {
    date: '27/03/2027',
    relation: 'son',
    patient_name: 'أم علي',
    patient_age: '٧٠',
    patient_height: '165',
    patient_weight: '٧٢٫٥',
    patient_hip_width: '45',
    diagnosis: 'I63',
    hospital_now: 'King Faisal, Riyadh',
    receiving_hospital: 'LMU',
    needs: ['oxygen', 'stretcher'],
    with_companion: 'on',
    companions: '2',
  };
  expect(read({ ...required, ...more })).toMatchObject({
    value: {
      date: '2027-03-27',
      relation: 'son',
      patientName: 'أم علي',
      patientAge: 70,
      heightCm: 165,
      weightKg: 72.5,
      hipWidthCm: 45,
      diagnosis: 'I63',
      hospitalNow: 'King Faisal, Riyadh',
      receivingHospital: 'LMU',
      needs: ['oxygen', 'stretcher'],
      companions: 2,
    },
  });
});

test('an empty form is told what is missing, and nothing else', () => {
  expect(read({}).reply().error).toEqual({
    origin: ['origin_required'],
    destination: ['destination_required'],
    condition: ['condition_required'],
    name: ['name_required'],
    phone: ['phone_required'],
    email: ['email_required'],
  });
  expect(read({}, 'ground-ambulance').reply().error).toMatchObject({
    origin: ['place_from_required'],
    destination: ['place_to_required'],
  });
});

describe('details', () => {
  test.each([
    [{ patient_age: '121' }, { patient_age: ['age_invalid'] }],
    [{ patient_height: '1.65' }, { patient_height: ['height_invalid'] }],
    [{ patient_weight: '0' }, { patient_weight: ['weight_invalid'] }],
    [{ patient_hip_width: 'wide' }, { patient_hip_width: ['hip_width_invalid'] }],
    [{ with_companion: 'on' }, { companions: ['companions_required'] }],
    [{ with_companion: 'on', companions: '12' }, { companions: ['companions_invalid'] }],
    [{ date: '2027-02-01' }, { date: ['date_past'] }],
    [{ destination: 'RUH' }, { destination: ['same_airport'] }],
    [
      { origin: 'London', patient_age: 'x' },
      { origin: ['airport_ambiguous'], patient_age: ['age_invalid'] },
    ],
  ])('%j are told to be wrong, all at once', (changed, errors) => {
    expect(read({ ...required, ...changed }).reply().error).toEqual(errors);
  });

  test('a number of companions without the tick does not count', () => {
    expect(read({ ...required, companions: '3' })).toMatchObject({ value: { companions: 0 } });
  });

  test('who needs it as soon as possible needs no day', () => {
    const sent = read({ ...required, as_soon_as_possible: 'on', date: '2027-05-01' });
    expect(sent).toMatchObject({ value: { asSoonAsPossible: true, date: undefined } });
  });

  test('what does not count is not judged', () => {
    const hidden = { as_soon_as_possible: 'on', date: '2020-01-01', companions: '12' };
    expect(read({ ...required, ...hidden })).toMatchObject({ status: 'success', value: { companions: 0 } });
  });

  test('a need that is not offered is refused', () => {
    expect(read({ ...required, needs: ['oxygen', 'submarine'] }).status).toBe('error');
  });
});

test('an ambulance on the ground goes between places of any kind', () => {
  const places = { origin: 'مستشفى الملك فيصل', destination: 'Flughafen München' };
  expect(read({ ...required, ...places }, 'ground-ambulance')).toMatchObject({ value: places });
  expect(read({ ...required, ...places }).reply().error).toMatchObject({ origin: ['airport_unknown'] });
});
