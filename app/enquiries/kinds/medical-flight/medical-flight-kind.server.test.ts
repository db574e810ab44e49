import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { medicalFlightForm } from './medical-flight-kind.server.ts';

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
  flight: Parameters<typeof medicalFlightForm>[0] = 'incubator',
) {
  const sent = new FormData();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) sent.append(name, value);
  return medicalFlightForm(flight).read(sent);
}

test('required fields are sufficient', () => {
  expect(read(required)).toMatchObject({
    status: 'success',
    value: {
      flight: 'incubator',
      origin: 'Riyadh',
      destination: 'MUC',
      destinationOpen: false,
      condition: 'Stroke, awake,\nbreathing alone',
      asSoonAsPossible: false,
      needs: [],
      companions: 0,
    },
  });
});

test('parses the optional fields', () => {
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

test('an empty form reports only the required fields', () => {
  expect(read({}).reply().error).toEqual({
    origin: ['place_from_required'],
    destination: ['place_to_required'],
    condition: ['condition_required'],
    name: ['name_required'],
    phone: ['phone_required'],
    email: ['email_required'],
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
    [{ destination: 'RUH' }, { destination: ['same_place'] }],
    [
      { origin: '', patient_age: 'x' },
      { origin: ['place_from_required'], patient_age: ['age_invalid'] },
    ],
  ])('%j report all errors at once', (changed, errors) => {
    expect(read({ ...required, ...changed }).reply().error).toEqual(errors);
  });

  test('ignores the number of companions unless the box is checked', () => {
    expect(read({ ...required, companions: '3' })).toMatchObject({ value: { companions: 0 } });
  });

  test('as soon as possible requires no date', () => {
    const sent = read({ ...required, as_soon_as_possible: 'on', date: '2027-05-01' });
    expect(sent).toMatchObject({ value: { asSoonAsPossible: true, date: undefined } });
  });

  test('ignored fields are not validated', () => {
    const hidden = { as_soon_as_possible: 'on', date: '2020-01-01', companions: '12' };
    expect(read({ ...required, ...hidden })).toMatchObject({ status: 'success', value: { companions: 0 } });
  });

  test('rejects an unknown need', () => {
    expect(read({ ...required, needs: ['oxygen', 'submarine'] }).status).toBe('error');
  });
});

test('an open destination may be empty', () => {
  expect(read({ ...required, destination: '', destination_open: 'on' })).toMatchObject({
    value: { destination: '', destinationOpen: true },
  });
});

test('a ground ambulance may go from an airport to its city, but not to the same place', () => {
  const places = { origin: 'MUC', destination: 'München' };
  expect(read({ ...required, ...places }, 'ground-ambulance')).toMatchObject({ value: places });
  expect(read({ ...required, ...places }).reply().error).toEqual({ destination: ['same_place'] });
  expect(read({ ...required, origin: 'Hospital A', destination: 'hospital a' }, 'ground-ambulance').status).toBe(
    'error',
  );
});
