import { useTranslation } from 'react-i18next';
import { NumberField, SingleLineField, TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { multiLineLength } from '#app/forms/single-line-length.ts';
import type { EnquiryForm } from '../../form/use-enquiry-form.ts';
import type { MedicalFlightFields } from './medical-flight-fields.ts';

/**
 * The fields about the patient and the hospitals, all optional. The `section-` tokens keep the browser from autofilling the
 * sender's own data. `autocomplete="off"` would make the browser forget the values when navigating back.
 */
export function PatientInputs({ fields }: { fields: EnquiryForm<MedicalFlightFields>['fields'] }) {
  const { t } = useTranslation('medical-flight');
  return (
    <>
      <SingleLineField field={fields.patient_name} label={t('form.patient_name')} autoComplete="section-patient name" />
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
      <TextAreaField
        field={fields.diagnosis}
        label={t('form.diagnosis')}
        maxCharacters={multiLineLength.max}
        rows={3}
      />
      <SingleLineField
        field={fields.hospital_now}
        label={t('form.hospital_now')}
        hint={t('form.hospital_hint')}
        autoComplete="section-hospital organization"
      />
      <SingleLineField
        field={fields.receiving_hospital}
        label={t('form.receiving_hospital')}
        hint={t('form.receiving_hospital_hint')}
        autoComplete="section-receiving organization"
      />
    </>
  );
}
