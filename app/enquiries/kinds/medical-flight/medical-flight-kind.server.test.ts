import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { medicalFlightFormDefinition } from './medical-flight-kind.server.ts';

const requiredFields = {
  origin: 'Riyadh',
  destination: 'MUC',
  condition: 'Stroke, awake,\r\nbreathing unaided',
  name: 'Ali',
  phone: '00966501234567',
  email: 'a@b.example',
};

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2027, 2, 1), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function parse(
  fields: Record<string, string | string[]>,
  flight: Parameters<typeof medicalFlightFormDefinition>[0] = 'air-ambulance',
) {
  const formData = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) formData.append(name, value);
  return medicalFlightFormDefinition(flight).parse(formData);
}

test('accepts the required fields alone', () => {
  expect(parse(requiredFields)).toMatchObject({
    status: 'success',
    value: {
      flight: 'air-ambulance',
      origin: 'Riyadh',
      destination: 'MUC',
      destinationOpen: false,
      condition: 'Stroke, awake,\nbreathing unaided',
      asSoonAsPossible: false,
      needs: [],
      companions: 0,
    },
  });
});

test('parses the optional fields', () => {
  const optionalFields = {
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
  expect(parse({ ...requiredFields, ...optionalFields })).toMatchObject({
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

describe('a newborn', () => {
  const newborn = {
    newborn_age: '٩',
    newborn_gestation: '٢٩ + ٤',
    newborn_birth_weight: '1250',
    newborn_ventilated: 'yes',
  };

  test('has an age in days, a week of pregnancy, a birth weight and an answer about ventilation', () => {
    expect(parse({ ...requiredFields, ...newborn }, 'incubator')).toMatchObject({
      value: { flight: 'incubator', newbornAgeDays: 9, gestation: '29+4', birthWeightG: 1250, ventilated: 'yes' },
    });
  });

  test('has its own fields only in the incubator form, which does not ask for other measurements', () => {
    const measurements = { patient_age: '70', patient_height: '165', patient_weight: '72.5', patient_hip_width: '45' };
    const sent = { ...requiredFields, ...newborn, ...measurements };
    const noNewbornFields = { newbornAgeDays: undefined, gestation: undefined, birthWeightG: undefined };
    expect(parse(sent, 'incubator')).toMatchObject({
      value: {
        newbornAgeDays: 9,
        patientAge: undefined,
        heightCm: undefined,
        weightKg: undefined,
        hipWidthCm: undefined,
      },
    });
    expect(parse(sent)).toMatchObject({
      value: {
        ...noNewbornFields,
        ventilated: undefined,
        patientAge: 70,
        heightCm: 165,
        weightKg: 72.5,
        hipWidthCm: 45,
      },
    });
  });

  test.each(['20', '45', '24+0', '39+6'])('may have been born in week %s', (newborn_gestation) => {
    expect(parse({ ...requiredFields, newborn_gestation }, 'incubator')).toMatchObject({
      value: { gestation: newborn_gestation },
    });
  });

  test.each([
    [{ newborn_age: '366' }, 'newborn_age_invalid'],
    [{ newborn_gestation: '19' }, 'gestation_invalid'],
    [{ newborn_gestation: '46+1' }, 'gestation_invalid'],
    [{ newborn_gestation: '29+7' }, 'gestation_invalid'],
    [{ newborn_gestation: '7 months' }, 'gestation_invalid'],
    [{ newborn_birth_weight: '1.25' }, 'birth_weight_invalid'],
    [{ newborn_birth_weight: '100' }, 'birth_weight_invalid'],
    [{ newborn_ventilated: 'perhaps' }, 'unreadable'],
  ])('cannot have %j: %s', (changes, code) => {
    const [name = ''] = Object.keys(changes);
    expect(parse({ ...requiredFields, ...changes }, 'incubator').reply().error).toEqual({ [name]: [code] });
  });
});

test('reports only the required fields of an empty form', () => {
  expect(parse({}).reply().error).toEqual({
    origin: ['place_from_required'],
    destination: ['place_to_required'],
    condition: ['condition_required'],
    name: ['name_required'],
    phone: ['phone_required'],
    email: ['email_required'],
  });
});

describe('the details', () => {
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
  ])('report all errors of %j at once', (changes, errors) => {
    expect(parse({ ...requiredFields, ...changes }).reply().error).toEqual(errors);
  });

  test('ignore the number of companions unless the box is checked', () => {
    expect(parse({ ...requiredFields, companions: '3' })).toMatchObject({ value: { companions: 0 } });
  });

  test('ignore the date if the flight is wanted as soon as possible', () => {
    const sent = parse({ ...requiredFields, as_soon_as_possible: 'on', date: '2027-05-01' });
    expect(sent).toMatchObject({ value: { asSoonAsPossible: true, date: undefined } });
  });

  test('do not validate ignored fields', () => {
    const ignoredFields = { as_soon_as_possible: 'on', date: '2020-01-01', companions: '12' };
    expect(parse({ ...requiredFields, ...ignoredFields })).toMatchObject({
      status: 'success',
      value: { companions: 0 },
    });
  });

  test('reject an unknown need', () => {
    expect(parse({ ...requiredFields, needs: ['oxygen', 'submarine'] }).status).toBe('error');
  });
});

test('accepts an empty destination if it is not decided yet', () => {
  expect(parse({ ...requiredFields, destination: '', destination_open: 'on' })).toMatchObject({
    value: { destination: '', destinationOpen: true },
  });
});

test('lets a ground ambulance go from an airport to its city, but not to the same place', () => {
  const places = { origin: 'MUC', destination: 'München' };
  expect(parse({ ...requiredFields, ...places }, 'ground-ambulance')).toMatchObject({ value: places });
  expect(parse({ ...requiredFields, ...places }).reply().error).toEqual({ destination: ['same_place'] });
  expect(parse({ ...requiredFields, origin: 'Hospital A', destination: 'hospital a' }, 'ground-ambulance').status).toBe(
    'error',
  );
});
