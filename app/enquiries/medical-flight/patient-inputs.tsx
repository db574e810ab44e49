import { useTranslation } from 'react-i18next';
import { TextAreaField, TextField } from '../text-field.tsx';
import type { EnquiryForm } from '../use-enquiry-form.ts';
import { textLength, wordsLength } from '../words-length.ts';
import type { MedicalFlightForm } from './medical-flight-fields.ts';

/** Who travels, and between which hospitals: all of it may follow on the telephone. */
export function PatientInputs({ fields }: { fields: EnquiryForm<MedicalFlightForm>['fields'] }) {
  const { t } = useTranslation('medical-flight');
  const words = { maxLength: wordsLength.max, enterKeyHint: 'next', autoComplete: 'off' } as const;
  const number = { dir: 'ltr', maxLength: 6, enterKeyHint: 'next', autoComplete: 'off' } as const;
  return (
    <>
      <TextField field={fields.patient_name} label={t('form.patient_name')} {...words} />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <TextField
          field={fields.patient_age}
          label={t('form.patient_age')}
          hint={t('form.patient_age_hint')}
          inputMode="numeric"
          {...number}
        />
        <TextField field={fields.patient_weight} label={t('form.patient_weight')} inputMode="decimal" {...number} />
        <TextField field={fields.patient_height} label={t('form.patient_height')} inputMode="numeric" {...number} />
        <TextField
          field={fields.patient_hip_width}
          label={t('form.patient_hip_width')}
          hint={t('form.patient_hip_width_hint')}
          inputMode="numeric"
          {...number}
        />
      </div>
      <TextAreaField field={fields.diagnosis} label={t('form.diagnosis')} maxLength={textLength.max} rows={3} />
      <TextField field={fields.hospital_now} label={t('form.hospital_now')} hint={t('form.hospital_hint')} {...words} />
      <TextField
        field={fields.receiving_hospital}
        label={t('form.receiving_hospital')}
        hint={t('form.receiving_hospital_hint')}
        {...words}
      />
    </>
  );
}
