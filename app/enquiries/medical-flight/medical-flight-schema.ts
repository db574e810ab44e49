import { z } from 'zod';
import { airportFields, endsElsewhere } from '#app/airports/airport-fields.ts';
import { dateField } from '#app/forms/date-field.ts';
import { numberField, requiredNumberField } from '#app/forms/number-field.ts';
import { emailField, nameField, phoneField } from '../person-fields.ts';
import { requiredTextField, requiredWordsField, textField, wordsField } from '#app/forms/words-field.ts';
import { needs, patientBounds, type FlightKind } from './medical-flight-fields.ts';

/** What the two boxes say that other fields hang on. */
interface Ticked {
  /** Who cannot wait needs no day. */
  isSoon: boolean;
  /** Without a companion their number is hidden, and whatever stands in it does not count. */
  hasCompanion: boolean;
}

const notRead = z
  .string()
  .optional()
  .transform(() => undefined);

const requiredCompanions = requiredNumberField(patientBounds.companions, 'companions_invalid', 'companions_required');

/** An ambulance on the ground goes between hospitals, airports and addresses. */
const placeFields = {
  origin: requiredWordsField('place_from_required'),
  destination: requiredWordsField('place_to_required'),
};

/**
 * The long request (spec, section 3, with the Russian variant's fields). Messages are codes: the last part of a key
 * `form.…`.
 */
export function medicalFlightSchema(flight: FlightKind, ticked: Ticked) {
  const route = flight === 'ground-ambulance' ? placeFields : airportFields;
  return z
    .object({
      ...route,
      date: ticked.isSoon ? notRead : dateField(),
      condition: requiredTextField('condition_required', 'condition_too_long'),
      name: nameField,
      phone: phoneField,
      email: emailField,
      relation: wordsField(),
      patient_name: wordsField(),
      patient_age: numberField(patientBounds.age, 'age_invalid'),
      patient_height: numberField(patientBounds.height, 'height_invalid'),
      patient_weight: numberField(patientBounds.weight, 'weight_invalid'),
      patient_hip_width: numberField(patientBounds.hipWidth, 'hip_width_invalid'),
      diagnosis: textField('diagnosis_too_long'),
      hospital_now: wordsField(),
      receiving_hospital: wordsField(),
      needs: z.array(z.enum(needs)).optional(),
      companions: ticked.hasCompanion ? requiredCompanions : notRead,
    })
    .refine(...endsElsewhere())
    .transform((sent) => ({
      flight,
      name: sent.name,
      phone: sent.phone,
      email: sent.email,
      relation: sent.relation,
      origin: sent.origin,
      destination: sent.destination,
      date: sent.date,
      asSoonAsPossible: ticked.isSoon,
      condition: sent.condition,
      patientName: sent.patient_name,
      patientAge: sent.patient_age,
      heightCm: sent.patient_height,
      weightKg: sent.patient_weight,
      hipWidthCm: sent.patient_hip_width,
      diagnosis: sent.diagnosis,
      hospitalNow: sent.hospital_now,
      receivingHospital: sent.receiving_hospital,
      needs: sent.needs ?? [],
      companions: sent.companions ?? 0,
    }));
}

/** A valid request, normalised: airports as IATA codes, the day as yyyy-MM-dd, age in years. */
export type MedicalFlight = z.output<ReturnType<typeof medicalFlightSchema>>;
