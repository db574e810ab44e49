import { useTranslation } from 'react-i18next';
import type { ConstraintCodes } from '#app/forms/browser-checks.ts';
import { ChoiceBoxes } from '#app/forms/inputs/choice-boxes.tsx';
import { ChoiceSelect } from '#app/forms/inputs/choice-select.tsx';
import { FormSection } from '#app/forms/inputs/form-section.tsx';
import { CheckboxField, NumberField, SingleLineField, TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { multiLineLength } from '#app/forms/text-lengths.ts';
import { evacuationFileLimits } from '#app/uploads/limits.ts';
import { contactErrorCodes, ContactInputs } from '../../contact-details/contact-inputs.tsx';
import { EnquiryFiles } from '../../form/enquiry-files.tsx';
import { EnquiryFormFrame } from '../../form/enquiry-form-frame.tsx';
import { FormErrorSummary } from '../../form/form-error-summary.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormActionData } from '../../form-action-data.ts';
import {
  payers,
  sexes,
  type Specialty,
  treatmentFieldNames,
  type TreatmentFields,
  wishes,
} from './treatment-fields.ts';

// The server checks whether both text and files are missing, because it knows which files have been uploaded.
const errorCodes = {
  ...contactErrorCodes,
  illness: { tooLong: 'condition_too_long' },
  question: { tooLong: 'message_too_long' },
  wished_time: { tooLong: 'text_too_long' },
} satisfies Record<string, ConstraintCodes>;

/** Holds the form's state, for a page that shows the error summary above its heading and the form below. */
export function useTreatmentForm(actionData: FormActionData | undefined) {
  return useEnquiryForm<TreatmentFields>('treatment', actionData, errorCodes);
}

/** The error summary of the treatment request. */
export function TreatmentErrorSummary({ form }: { form: EnquiryForm<TreatmentFields> }) {
  return <FormErrorSummary form={form} fieldNames={treatmentFieldNames} limits={evacuationFileLimits} />;
}

/** The treatment request. Works without JavaScript. */
export function TreatmentForm({
  form,
  specialtyNames,
  specialty,
}: {
  form: EnquiryForm<TreatmentFields>;
  /** The names of the specialties in the page's language, in the order in which the list shows them. */
  specialtyNames: readonly { id: Specialty; name: string }[];
  /** The specialty that the visitor has read about. */
  specialty: Specialty | undefined;
}) {
  const { t } = useTranslation('treatment');
  const { t: forms } = useTranslation('forms');
  const { fields, isFresh } = form;
  const optional = forms('field.optional');
  return (
    <EnquiryFormFrame form={form} namespace="treatment">
      <p className="text-ink-muted">{t('form.parts')}</p>
      <FormSection heading={t('form.wishes')} note={optional} lead={t('form.wishes_lead')}>
        <ChoiceBoxes
          field={fields.wishes}
          choices={wishes.map((wish) => ({ value: wish, label: t(`wish.${wish}`) }))}
        />
        <ChoiceSelect
          field={fields.specialty}
          label={t('form.specialty')}
          preset={isFresh ? specialty : undefined}
          data-preset={specialty}
          emptyOptionLabel={t('form.specialty_unknown')}
          choices={specialtyNames.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormSection>
      <FormSection heading={t('form.illness_heading')} lead={t('form.illness_lead')}>
        <TextAreaField
          field={fields.illness}
          label={t('form.illness')}
          hint={t('form.illness_hint')}
          maxCharacters={multiLineLength.max}
          rows={5}
        />
        <TextAreaField
          field={fields.question}
          label={t('form.question')}
          maxCharacters={multiLineLength.max}
          rows={3}
        />
        <EnquiryFiles form={form} namespace="treatment" limits={evacuationFileLimits} />
      </FormSection>
      <FormSection heading={t('form.person')}>
        <ContactInputs fields={fields} optional={['email']} />
      </FormSection>
      <FormSection heading={t('form.details')} note={optional} lead={t('form.details_lead')}>
        <div className="grid items-end gap-5 sm:grid-cols-2">
          <NumberField field={fields.patient_age} label={t('form.patient_age')} hint={t('form.patient_age_hint')} />
          <ChoiceSelect
            field={fields.patient_sex}
            label={t('form.patient_sex')}
            emptyOptionLabel={t('form.not_stated')}
            choices={sexes.map((sex) => ({ value: sex, label: t(`sex.${sex}`) }))}
          />
        </div>
        <SingleLineField field={fields.wished_time} label={t('form.wished_time')} hint={t('form.wished_time_hint')} />
        <ChoiceSelect
          field={fields.payer}
          label={t('form.payer')}
          emptyOptionLabel={t('form.not_stated')}
          choices={payers.map((payer) => ({ value: payer, label: t(`payer.${payer}`) }))}
        />
        <NumberField field={fields.companions} label={t('form.companions')} hint={t('form.companions_hint')} />
        <CheckboxField field={fields.interpreter} label={t('form.interpreter')} />
      </FormSection>
    </EnquiryFormFrame>
  );
}
