import { z } from 'zod';
import { numberField } from '#app/forms/schemas/number-field.ts';
import { requiredTextField, singleLineField, textField } from '#app/forms/schemas/text-fields.ts';
import { choiceField, choicesField } from '#app/forms/schemas/text-schema.ts';
import { nameField, optionalEmailField, phoneField } from '../../contact-details/contact-detail-fields.ts';
import { bounds, payers, sexes, specialties, wishes } from './treatment-fields.ts';

/**
 * Returns the schema of the treatment request. Its issue messages are the last segments of the translation keys
 * `form.…`.
 * @param isIllnessRequired whether nothing else says what the request is about
 * @param needsInterpreter whether the interpreter checkbox is ticked
 */
export function treatmentSchema({
  isIllnessRequired,
  needsInterpreter,
}: {
  isIllnessRequired: boolean;
  needsInterpreter: boolean;
}) {
  return z
    .object({
      wishes: choicesField(wishes, 'unreadable'),
      specialty: choiceField(specialties, 'unreadable').optional(),
      illness: isIllnessRequired
        ? requiredTextField('case_required', 'condition_too_long')
        : textField('condition_too_long'),
      question: textField('message_too_long'),
      patient_age: numberField(bounds.age, 'age_invalid'),
      patient_sex: choiceField(sexes, 'unreadable').optional(),
      name: nameField,
      phone: phoneField,
      email: optionalEmailField,
      wished_time: singleLineField(),
      payer: choiceField(payers, 'unreadable').optional(),
      companions: numberField(bounds.companions, 'companions_invalid'),
    })
    .transform((input) => ({
      name: input.name,
      phone: input.phone,
      email: input.email,
      wishes: input.wishes ?? [],
      specialty: input.specialty,
      illness: input.illness,
      question: input.question,
      patientAge: input.patient_age,
      patientSex: input.patient_sex,
      wishedTime: input.wished_time,
      payer: input.payer,
      companions: input.companions,
      needsInterpreter,
    }));
}

/** A valid, normalised request, with the age in years. */
export type Treatment = z.output<ReturnType<typeof treatmentSchema>>;
