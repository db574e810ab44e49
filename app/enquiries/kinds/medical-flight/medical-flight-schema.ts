import { z } from 'zod';
import { dateField } from '#app/forms/schemas/date-field.ts';
import { notRead } from '#app/forms/schemas/not-read.ts';
import { numberField, requiredNumberField } from '#app/forms/schemas/number-field.ts';
import { requiredTextField, singleLineField, textField } from '#app/forms/schemas/single-line-field.ts';
import { choicesField } from '#app/forms/schemas/text-schema.ts';
import { leadsElsewhere, placeFields } from '#app/places/field/place-fields.ts';
import { emailField, nameField, phoneField } from '../../person/person-fields.ts';
import { type FlightKind, needs, patientBounds } from './medical-flight-fields.ts';

/** The checkboxes that affect the validation of other fields. */
interface Ticked {
  /** The destination is not decided yet. */
  isOpen: boolean;
  /** As soon as possible: the date is ignored. */
  isSoon: boolean;
  /** If false, the number of companions is hidden and ignored. */
  hasCompanion: boolean;
}

const requiredCompanions = requiredNumberField(patientBounds.companions, 'companions_invalid', 'companions_required');

/**
 * Schema of the long request (spec, section 3, with the Russian variant's fields). Issues are codes: the last part of a key
 * `form.…`.
 */
export function medicalFlightSchema(flight: FlightKind, ticked: Ticked) {
  const { isOpen, isSoon } = ticked;
  return z
    .object({
      ...placeFields({ isOpen }),
      date: isSoon ? notRead : dateField(),
      condition: requiredTextField('condition_required', 'condition_too_long'),
      name: nameField,
      phone: phoneField,
      email: emailField,
      relation: singleLineField(),
      patient_name: singleLineField(),
      patient_age: numberField(patientBounds.age, 'age_invalid'),
      patient_height: numberField(patientBounds.height, 'height_invalid'),
      patient_weight: numberField(patientBounds.weight, 'weight_invalid'),
      patient_hip_width: numberField(patientBounds.hipWidth, 'hip_width_invalid'),
      diagnosis: textField('diagnosis_too_long'),
      hospital_now: singleLineField(),
      receiving_hospital: singleLineField(),
      needs: choicesField(needs, 'unreadable'),
      companions: ticked.hasCompanion ? requiredCompanions : notRead,
    })
    .refine(...leadsElsewhere({ isOpen, onGround: flight === 'ground-ambulance' }))
    .transform((sent) => ({
      flight,
      name: sent.name,
      phone: sent.phone,
      email: sent.email,
      relation: sent.relation,
      origin: sent.origin,
      destination: sent.destination,
      destinationOpen: isOpen,
      date: sent.date,
      asSoonAsPossible: isSoon,
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

/** A valid request, normalised: places as typed, the date as yyyy-MM-dd, the age in years. */
export type MedicalFlight = z.output<ReturnType<typeof medicalFlightSchema>>;
