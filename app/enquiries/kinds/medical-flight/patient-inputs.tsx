import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField, SingleLineField, TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { multiLineLength } from '#app/forms/text-lengths.ts';
import type { EnquiryForm } from '../../form/use-enquiry-form.ts';
import { type MedicalFlightFields, ventilation } from './medical-flight-fields.ts';

type Fields = EnquiryForm<MedicalFlightFields>['fields'];

/** The fields about a child or an adult, and the hospitals, all optional. */
export function PatientInputs({ fields }: { fields: Fields }) {
  const { t } = useTranslation('medical-flight');
  return (
    <PersonInputs fields={fields} nameLabel={t('form.patient_name')} receivingLabel={t('form.receiving_hospital')}>
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
    </PersonInputs>
  );
}

/** The fields about a newborn, and the hospitals, all optional. */
export function NewbornInputs({ fields }: { fields: Fields }) {
  const { t } = useTranslation('medical-flight');
  return (
    <PersonInputs
      fields={fields}
      nameLabel={t('newborn.patient_name')}
      receivingLabel={t('newborn.receiving_hospital')}
    >
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <NumberField field={fields.newborn_age} label={t('newborn.age')} hint={t('newborn.age_hint')} />
        {/* Unlike the numeric keypad, the telephone keypad has a plus, for the days. */}
        <NumberField
          field={fields.newborn_gestation}
          label={t('newborn.gestation')}
          hint={t('newborn.gestation_hint')}
          inputMode="tel"
        />
        <NumberField
          field={fields.newborn_birth_weight}
          label={t('newborn.birth_weight')}
          hint={t('newborn.birth_weight_hint')}
        />
      </div>
      <fieldset>
        <legend className="mb-2 font-semibold">{t('newborn.ventilated')}</legend>
        <div className="grid grid-cols-2 gap-2">
          {ventilation.map((answer) => (
            <label key={answer} className="choice">
              <input
                type="radio"
                name={fields.newborn_ventilated.name}
                value={answer}
                defaultChecked={fields.newborn_ventilated.initialValue === answer}
              />
              {t(`newborn.${answer}`)}
            </label>
          ))}
        </div>
      </fieldset>
    </PersonInputs>
  );
}

/**
 * The fields about any patient. The `section-` tokens keep the browser from autofilling the sender's own data.
 * `autocomplete="off"` would make the browser forget the values when navigating back.
 */
function PersonInputs({
  fields,
  nameLabel,
  receivingLabel,
  children,
}: {
  fields: Fields;
  nameLabel: string;
  receivingLabel: string;
  /** The fields that depend on the patient's age. */
  children: ReactNode;
}) {
  const { t } = useTranslation('medical-flight');
  return (
    <>
      <SingleLineField field={fields.patient_name} label={nameLabel} autoComplete="section-patient name" />
      {children}
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
        label={receivingLabel}
        hint={t('form.receiving_hospital_hint')}
        autoComplete="section-receiving organization"
      />
    </>
  );
}
