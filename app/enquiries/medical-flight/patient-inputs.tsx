import { useTranslation } from 'react-i18next';
import { NumberField, TextAreaField, WordsField } from '#app/forms/text-field.tsx';
import type { EnquiryForm } from '../use-enquiry-form.ts';
import { textLength } from '#app/forms/words-length.ts';
import type { MedicalFlightForm } from './medical-flight-fields.ts';

/** Who travels, and between which hospitals: all of it may follow on the telephone. */
export function PatientInputs({ fields }: { fields: EnquiryForm<MedicalFlightForm>['fields'] }) {
  const { t } = useTranslation('medical-flight');
  return (
    <>
      <WordsField field={fields.patient_name} label={t('form.patient_name')} autoComplete="off" />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <NumberField field={fields.patient_age} label={t('form.patient_age')} hint={t('form.patient_age_hint')} />
        <NumberField field={fields.patient_weight} label={t('form.patient_weight')} inputMode="decimal" />
        <NumberField field={fields.patient_height} label={t('form.patient_height')} />
        <NumberField
          field={fields.patient_hip_width}
          label={t('form.patient_hip_width')}
          hint={t('form.patient_hip_width_hint')}
        />
      </div>
      <TextAreaField field={fields.diagnosis} label={t('form.diagnosis')} maxLength={textLength.max} rows={3} />
      <WordsField
        field={fields.hospital_now}
        label={t('form.hospital_now')}
        hint={t('form.hospital_hint')}
        autoComplete="off"
      />
      <WordsField
        field={fields.receiving_hospital}
        label={t('form.receiving_hospital')}
        hint={t('form.receiving_hospital_hint')}
        autoComplete="off"
      />
    </>
  );
}
