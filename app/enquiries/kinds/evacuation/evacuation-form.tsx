import { useTranslation } from 'react-i18next';
import type { ConstraintCodes } from '#app/forms/browser-checks.ts';
import { DateField } from '#app/forms/inputs/date-input.tsx';
import { FormPart } from '#app/forms/inputs/form-part.tsx';
import { CheckboxField, TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { textLength } from '#app/forms/single-line-length.ts';
import { AirportDatalist } from '#app/places/field/airport-field.tsx';
import { openDestinationField } from '#app/places/field/open-destination-field.ts';
import { PlaceInputs } from '#app/places/field/place-inputs.tsx';
import { evacuationFileLimits } from '#app/uploads/limits.ts';
import { EnquiryFiles } from '../../form/enquiry-files.tsx';
import { EnquiryFormFrame } from '../../form/enquiry-form-frame.tsx';
import { FormProblems } from '../../form/form-problems.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormAnswer } from '../../form-answer.ts';
import { personChecks, PersonInputs } from '../../person/person-inputs.tsx';
import { evacuationFieldNames, type EvacuationFields } from './evacuation-fields.ts';

const checks = {
  ...personChecks,
  origin: { missing: 'place_from_required', long: 'place_too_long' },
  destination: { missing: 'place_to_required', unless: openDestinationField, long: 'place_too_long' },
  date: {},
  condition: { long: 'condition_too_long' },
} satisfies Record<string, ConstraintCodes>;

/** Holds the form's state, for a page that shows the error summary above its heading and the form below. */
export function useEvacuationForm(answer: FormAnswer | undefined) {
  return useEnquiryForm<EvacuationFields>('evacuation', answer, checks);
}

/** The error summary of the short form. */
export function EvacuationProblems({ request }: { request: EnquiryForm<EvacuationFields> }) {
  return <FormProblems request={request} fieldNames={evacuationFieldNames} limits={evacuationFileLimits} />;
}

/** The short form to request a medical flight (spec, section 3). Works without scripts. */
export function EvacuationForm({
  request,
  earliestDate,
}: {
  request: EnquiryForm<EvacuationFields>;
  /** The first selectable date, yyyy-MM-dd. */
  earliestDate: string;
}) {
  const { t } = useTranslation('evacuation');
  const { t: forms } = useTranslation('forms');
  const { fields } = request;
  const optional = forms('field.optional');
  return (
    <EnquiryFormFrame request={request} texts="evacuation" isUrgent>
      <FormPart heading={t('form.route')}>
        <PlaceInputs fields={fields} labels={{ origin: t('form.origin'), destination: t('form.destination') }} />
        <CheckboxField field={fields.as_soon_as_possible} label={t('form.as_soon_as_possible')} />
        <DateField
          field={fields.date}
          label={t('form.date')}
          note={optional}
          hint={t('form.date_hint')}
          min={earliestDate}
        />
      </FormPart>
      <FormPart heading={t('form.person')}>
        <PersonInputs fields={fields} />
      </FormPart>
      <FormPart heading={t('form.condition_heading')} note={optional}>
        <TextAreaField
          field={fields.condition}
          label={t('form.condition')}
          hint={t('form.condition_hint')}
          maxCharacters={textLength.max}
          rows={4}
        />
      </FormPart>
      <FormPart heading={t('form.documents')}>
        <EnquiryFiles request={request} texts="evacuation" limits={evacuationFileLimits} />
      </FormPart>
      <AirportDatalist />
    </EnquiryFormFrame>
  );
}
