import { z } from 'zod';
import { dateField } from '#app/forms/schemas/date-field.ts';
import { ignoredField } from '#app/forms/schemas/ignored-field.ts';
import { numberField, requiredNumberField } from '#app/forms/schemas/number-field.ts';
import { requiredTextField, singleLineField, textField } from '#app/forms/schemas/text-fields.ts';
import { choiceField, choicesField } from '#app/forms/schemas/text-schema.ts';
import { differentPlacesRule, placeFields } from '#app/places/field/place-fields.ts';
import { emailField, nameField, phoneField } from '../../contact-details/contact-detail-fields.ts';
import { firstCallFields, toFirstCall } from '../../first-call/first-call-schema.ts';
import { gestationField } from './gestation-field.ts';
import {
  isForNewborn,
  needs,
  newbornBounds,
  patientBounds,
  type TransportType,
  ventilation,
} from './medical-flight-fields.ts';

/** The states of the checkboxes that affect the validation of other fields. */
interface CheckedBoxes {
  /** Whether the destination is still undecided. */
  isDestinationUndecided: boolean;
  /** Whether the flight is wanted as soon as possible; the date is then ignored. */
  isAsSoonAsPossible: boolean;
  /** Whether the patient has companions. If false, their number is hidden and ignored. */
  hasCompanion: boolean;
}

const requiredCompanions = requiredNumberField(patientBounds.companions, 'companions_invalid', 'companions_required');

/**
 * Returns the schema of the detailed request (spec, section 3, with the fields of the Russian variant). Its issue
 * messages are the last segments of the translation keys `form.…`.
 */
export function medicalFlightSchema(transportType: TransportType, checkedBoxes: CheckedBoxes) {
  const { isDestinationUndecided, isAsSoonAsPossible } = checkedBoxes;
  const isNewborn = isForNewborn(transportType);
  return z
    .object({
      ...placeFields({ isDestinationUndecided }),
      date: isAsSoonAsPossible ? ignoredField : dateField(),
      condition: requiredTextField('condition_required', 'condition_too_long'),
      ...firstCallFields,
      name: nameField,
      phone: phoneField,
      email: emailField,
      relation: singleLineField(),
      patient_name: singleLineField(),
      patient_age: isNewborn ? ignoredField : numberField(patientBounds.age, 'age_invalid'),
      patient_height: isNewborn ? ignoredField : numberField(patientBounds.height, 'height_invalid'),
      patient_weight: isNewborn ? ignoredField : numberField(patientBounds.weight, 'weight_invalid'),
      patient_hip_width: isNewborn ? ignoredField : numberField(patientBounds.hipWidth, 'hip_width_invalid'),
      newborn_age: isNewborn ? numberField(newbornBounds.age, 'newborn_age_invalid') : ignoredField,
      newborn_gestation: isNewborn ? gestationField : ignoredField,
      newborn_birth_weight: isNewborn ? numberField(newbornBounds.birthWeight, 'birth_weight_invalid') : ignoredField,
      newborn_ventilated: isNewborn ? choiceField(ventilation, 'unreadable').optional() : ignoredField,
      diagnosis: textField('diagnosis_too_long'),
      hospital_now: singleLineField(),
      receiving_hospital: singleLineField(),
      needs: choicesField(needs, 'unreadable'),
      companions: checkedBoxes.hasCompanion ? requiredCompanions : ignoredField,
    })
    .refine(...differentPlacesRule({ isDestinationUndecided, isByRoad: transportType === 'ground-ambulance' }))
    .transform((input) => ({
      flight: transportType,
      name: input.name,
      phone: input.phone,
      email: input.email,
      relation: input.relation,
      origin: input.origin,
      destination: input.destination,
      destinationOpen: isDestinationUndecided,
      date: input.date,
      asSoonAsPossible: isAsSoonAsPossible,
      condition: input.condition,
      ...toFirstCall(input),
      patientName: input.patient_name,
      patientAge: input.patient_age,
      heightCm: input.patient_height,
      weightKg: input.patient_weight,
      hipWidthCm: input.patient_hip_width,
      newbornAgeDays: input.newborn_age,
      gestation: input.newborn_gestation,
      birthWeightG: input.newborn_birth_weight,
      ventilated: input.newborn_ventilated,
      diagnosis: input.diagnosis,
      hospitalNow: input.hospital_now,
      receivingHospital: input.receiving_hospital,
      needs: input.needs ?? [],
      companions: input.companions ?? 0,
    }));
}

/** A valid, normalised request: places as typed, the date as yyyy-MM-dd, ages in years or, for a newborn, in days. */
export type MedicalFlight = z.output<ReturnType<typeof medicalFlightSchema>>;
