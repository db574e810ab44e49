import { useTranslation } from 'react-i18next';
import type { ConstraintCodes } from '#app/forms/browser-checks.ts';
import { ChoiceBoxes } from '#app/forms/inputs/choice-boxes.tsx';
import { ChoiceSelect } from '#app/forms/inputs/choice-select.tsx';
import { FormSection } from '#app/forms/inputs/form-section.tsx';
import { NumberField, SingleLineField, TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { multiLineLength } from '#app/forms/text-lengths.ts';
import { StaticPart } from '#app/ui/static-part.tsx';
import { evacuationFileLimits } from '#app/uploads/limits.ts';
import { contactErrorCodes, ContactInputs } from '../../contact-details/contact-inputs.tsx';
import { EnquiryFiles } from '../../form/enquiry-files.tsx';
import { EnquiryFormFrame } from '../../form/enquiry-form-frame.tsx';
import { FormErrorSummary } from '../../form/form-error-summary.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormActionData } from '../../form-action-data.ts';
import { payers } from '../treatment/treatment-fields.ts';
import { ChosenFlight } from './chosen-flight.tsx';
import {
  assistance,
  cabins,
  flightBookingFieldNames,
  type FlightBookingFields,
  journeyFieldNames,
  type JourneyPreset,
} from './flight-booking-fields.ts';

const singleLineErrorCodes = { tooLong: 'text_too_long' } as const;

const errorCodes = {
  ...contactErrorCodes,
  origin: { valueMissing: 'origin_required', ...singleLineErrorCodes },
  destination: { valueMissing: 'destination_required', ...singleLineErrorCodes },
  dates: singleLineErrorCodes,
  condition: { tooLong: 'condition_too_long' },
  passenger_names: { tooLong: 'message_too_long' },
} satisfies Record<string, ConstraintCodes>;

type Form = EnquiryForm<FlightBookingFields>;

/** Holds the form's state, for a page that shows the error summary above its heading and the form below. */
export function useFlightBookingForm(actionData: FormActionData | undefined) {
  return useEnquiryForm<FlightBookingFields>('flight-booking', actionData, errorCodes);
}

/** The error summary of the request to book a flight. */
export function FlightBookingErrorSummary({ form }: { form: Form }) {
  return <FormErrorSummary form={form} fieldNames={flightBookingFieldNames} limits={evacuationFileLimits} />;
}

/** Returns the journey that the form carries: as last submitted, or else as given in the page's address. */
export function journeyOf({ fields, isFresh }: Form, preset: JourneyPreset): JourneyPreset {
  return isFresh ? preset : Object.fromEntries(journeyFieldNames.map((name) => [name, fields[name].initialValue]));
}

/**
 * The request to book a flight. Works without JavaScript. With a chosen flight it shows that flight and carries it in
 * hidden fields; without one it asks for places and dates.
 */
export function FlightBookingForm({ form, preset }: { form: Form; preset: JourneyPreset }) {
  const { t } = useTranslation('flight-booking');
  const { t: forms } = useTranslation('forms');
  const { fields } = form;
  const optional = forms('field.optional');
  const journey = journeyOf(form, preset);
  return (
    <EnquiryFormFrame form={form} namespace="flight-booking">
      {journey.flights ? (
        <>
          <StaticPart id="chosen-flight">{import.meta.env.SSR && <ChosenFlight journey={journey} />}</StaticPart>
          {journeyFieldNames.map(
            (name) =>
              journey[name] && (
                <input key={name} type="hidden" id={fields[name].id} name={name} defaultValue={journey[name]} />
              ),
          )}
        </>
      ) : (
        <JourneyInputs form={form} preset={preset} />
      )}
      <FormSection heading={t('form.needs')} note={optional} lead={t('form.needs_lead')}>
        <ChoiceBoxes
          field={fields.assistance}
          choices={assistance.map((need) => ({ value: need, label: t(`need.${need}`) }))}
        />
        <p className="text-small text-ink-muted">{t('form.medical_form')}</p>
        <TextAreaField
          field={fields.condition}
          label={t('form.condition')}
          hint={t('form.condition_hint')}
          maxCharacters={multiLineLength.max}
          rows={3}
        />
        <EnquiryFiles form={form} namespace="flight-booking" limits={evacuationFileLimits} />
      </FormSection>
      <FormSection heading={t('form.travellers')} note={optional}>
        <TextAreaField
          field={fields.passenger_names}
          label={t('form.passenger_names')}
          hint={t('form.passenger_names_hint')}
          maxCharacters={multiLineLength.max}
          rows={3}
          spellCheck={false}
        />
        <ChoiceSelect
          field={fields.payer}
          label={t('form.payer')}
          emptyOptionLabel={t('form.not_stated')}
          choices={payers.map((payer) => ({ value: payer, label: t(`payer.${payer}`) }))}
        />
      </FormSection>
      <FormSection heading={t('form.person')}>
        <ContactInputs fields={fields} optional={['email']} />
      </FormSection>
    </EnquiryFormFrame>
  );
}

/** The places, dates and travellers of a journey without a chosen flight. Places and dates are free text. */
function JourneyInputs({ form: { fields, isFresh }, preset }: { form: Form; preset: JourneyPreset }) {
  const { t } = useTranslation('flight-booking');
  const { t: forms } = useTranslation('forms');
  const presetOf = (name: keyof JourneyPreset) => (isFresh ? preset[name] : undefined);
  return (
    <FormSection heading={t('form.journey')}>
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <SingleLineField field={fields.origin} label={t('form.origin')} preset={presetOf('origin')} required />
        <SingleLineField
          field={fields.destination}
          label={t('form.destination')}
          preset={presetOf('destination')}
          required
        />
      </div>
      <SingleLineField
        field={fields.dates}
        label={t('form.dates')}
        note={forms('field.optional')}
        hint={t('form.dates_hint')}
        preset={presetOf('dates')}
      />
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-5 sm:grid-cols-3">
        {(['adults', 'children', 'infants'] as const).map((name) => (
          <NumberField
            key={name}
            field={fields[name]}
            label={t(`form.${name}`)}
            hint={t(`form.${name}_hint`)}
            preset={presetOf(name)}
          />
        ))}
        <div className="sm:col-span-3">
          <ChoiceSelect
            field={fields.cabin}
            label={t('form.cabin')}
            preset={presetOf('cabin')}
            emptyOptionLabel={t('form.not_stated')}
            choices={cabins.map((cabin) => ({ value: cabin, label: t(`cabin.${cabin}`) }))}
          />
        </div>
      </div>
    </FormSection>
  );
}
