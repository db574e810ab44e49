import { useTranslation } from 'react-i18next';
import { ChoiceBoxes } from '#app/forms/inputs/choice-boxes.tsx';
import { DateField } from '#app/forms/inputs/date-input.tsx';
import { FormSection } from '#app/forms/inputs/form-section.tsx';
import { CheckboxField, NumberField, SingleLineField, TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { multiLineLength } from '#app/forms/text-lengths.ts';
import { AirportDatalist } from '#app/places/field/airport-field.tsx';
import { PlaceInputs } from '#app/places/field/place-inputs.tsx';
import { undecidedDestinationField } from '#app/places/field/undecided-destination-field.ts';
import { LiveJourney } from '#app/places/journey/live-journey.tsx';
import { evacuationFileLimits } from '#app/uploads/limits.ts';
import { contactErrorCodes, ContactInputs } from '../../contact-details/contact-inputs.tsx';
import { savedDraftName } from '../../draft/saved-draft.ts';
import { ReachInputs, UrgencyInput } from '../../first-call/first-call-inputs.tsx';
import { EnquiryFiles } from '../../form/enquiry-files.tsx';
import { EnquiryFormFrame } from '../../form/enquiry-form-frame.tsx';
import { FormErrorSummary } from '../../form/form-error-summary.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormActionData } from '../../form-action-data.ts';
import {
  isForNewborn,
  medicalFlightFieldNames,
  type MedicalFlightFields,
  needsFor,
  type TransportType,
} from './medical-flight-fields.ts';
import { NewbornInputs, PatientInputs } from './patient-inputs.tsx';

/** The error code of every single-line text field. */
const singleLineErrorCodes = { tooLong: 'text_too_long' } as const;

/** The saved drafts of the short form, one for each of its pages: visitors may have continued here from there. */
const shortFormDrafts = ['', '/services/evacuation'].map((path) => savedDraftName('evacuation', path));

/** The state of the detailed form. */
export type MedicalFlightFormState = EnquiryForm<MedicalFlightFields>;

/** Holds the form's state, for a page that shows the error summary above its heading and the form below. */
export function useMedicalFlightForm(actionData: FormActionData | undefined): MedicalFlightFormState {
  return useEnquiryForm<MedicalFlightFields>(
    'medical-flight',
    actionData,
    {
      ...contactErrorCodes,
      origin: { valueMissing: 'place_from_required', tooLong: 'place_too_long' },
      destination: { valueMissing: 'place_to_required', unless: undecidedDestinationField, tooLong: 'place_too_long' },
      condition: { valueMissing: 'condition_required', tooLong: 'condition_too_long' },
      relation: singleLineErrorCodes,
      patient_name: singleLineErrorCodes,
      diagnosis: { tooLong: 'diagnosis_too_long' },
      hospital_now: singleLineErrorCodes,
      receiving_hospital: singleLineErrorCodes,
    },
    { replacedDrafts: shortFormDrafts },
  );
}

/** The error summary of the detailed form. */
export function MedicalFlightErrorSummary({ form }: { form: MedicalFlightFormState }) {
  return <FormErrorSummary form={form} fieldNames={medicalFlightFieldNames} limits={evacuationFileLimits} />;
}

/**
 * The detailed form to request a medical flight, an air ambulance or a medical escort (spec, section 3). Required fields
 * come first, then details that help the doctors prepare.
 */
export function MedicalFlightForm({
  form,
  transportType,
  earliestDate,
}: {
  form: MedicalFlightFormState;
  transportType: TransportType;
  /** The first selectable date, yyyy-MM-dd. */
  earliestDate: string;
}) {
  const { t } = useTranslation('medical-flight');
  const { t: forms } = useTranslation('forms');
  const { fields } = form;
  const optional = forms('field.optional');
  const isNewborn = isForNewborn(transportType);
  return (
    <EnquiryFormFrame
      form={form}
      namespace="medical-flight"
      heading={
        <h2 id="request-heading" className="-mb-4 text-h2 md:-mb-6">
          {t(isNewborn ? 'newborn.heading' : 'form.heading')}
        </h2>
      }
      isUrgent
    >
      <p className="text-ink-muted">{t('form.parts')}</p>
      <FormSection heading={t('form.route')}>
        <PlaceInputs
          fields={fields}
          pageHasAirportDatalist={transportType !== 'ground-ambulance'}
          {...(transportType === 'ground-ambulance'
            ? { labels: { origin: t('form.place_from'), destination: t('form.place_to') }, hint: t('form.place_hint') }
            : {
                labels: {
                  origin: t(isNewborn ? 'newborn.origin' : 'form.origin'),
                  destination: t(isNewborn ? 'newborn.destination' : 'form.destination'),
                },
              })}
        />
        <CheckboxField field={fields.as_soon_as_possible} label={t('form.as_soon_as_possible')} />
        <DateField
          field={fields.date}
          label={t('form.date')}
          note={optional}
          hint={t('form.date_hint')}
          min={earliestDate}
        />
        {transportType !== 'ground-ambulance' && (
          <LiveJourney formId={form.metadata.id} action={form.action} known={form.response?.journey} />
        )}
      </FormSection>
      <FormSection heading={t(isNewborn ? 'newborn.condition_heading' : 'form.condition_heading')}>
        <TextAreaField
          field={fields.condition}
          label={t(isNewborn ? 'newborn.condition' : 'form.condition')}
          hint={t(isNewborn ? 'newborn.condition_hint' : 'form.condition_hint')}
          required
          maxCharacters={multiLineLength.max}
          rows={5}
        />
        <UrgencyInput field={fields.urgency} />
      </FormSection>
      <FormSection heading={t('form.person')}>
        <ContactInputs fields={fields} />
        <ReachInputs fields={fields} />
        <SingleLineField
          field={fields.relation}
          label={t(isNewborn ? 'newborn.relation' : 'form.relation')}
          note={optional}
          hint={t(isNewborn ? 'newborn.relation_hint' : 'form.relation_hint')}
        />
      </FormSection>
      <FormSection
        heading={t(isNewborn ? 'newborn.patient' : 'form.patient')}
        note={optional}
        lead={t(isNewborn ? 'newborn.patient_lead' : 'form.patient_lead')}
      >
        {isNewborn ? <NewbornInputs fields={fields} /> : <PatientInputs fields={fields} />}
      </FormSection>
      <FormSection
        heading={t(isNewborn ? 'newborn.needs' : 'form.needs')}
        note={optional}
        lead={t(isNewborn ? 'newborn.needs_lead' : 'form.needs_lead')}
      >
        <ChoiceBoxes
          field={fields.needs}
          choices={needsFor(transportType).map((need) => ({ value: need, label: t(`need.${need}`) }))}
        />
        <div className="grid gap-5">
          <CheckboxField
            field={fields.with_companion}
            label={t(isNewborn ? 'newborn.with_companion' : 'form.with_companion')}
          />
          <div className="if-ticked">
            <NumberField field={fields.companions} label={t(isNewborn ? 'newborn.companions' : 'form.companions')} />
          </div>
        </div>
      </FormSection>
      <FormSection heading={t('form.documents')}>
        <EnquiryFiles form={form} namespace="medical-flight" limits={evacuationFileLimits} />
      </FormSection>
      {transportType !== 'ground-ambulance' && <AirportDatalist />}
    </EnquiryFormFrame>
  );
}
