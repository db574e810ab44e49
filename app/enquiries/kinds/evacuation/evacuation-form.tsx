import { useTranslation } from 'react-i18next';
import type { ConstraintCodes } from '#app/forms/browser-checks.ts';
import { intentFieldName } from '#app/forms/field-names.ts';
import { CollapsibleSection } from '#app/forms/inputs/collapsible-section.tsx';
import { DateField } from '#app/forms/inputs/date-input.tsx';
import { FormSection } from '#app/forms/inputs/form-section.tsx';
import { CheckboxField, TextAreaField } from '#app/forms/inputs/text-field.tsx';
import { multiLineLength } from '#app/forms/text-lengths.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { AirportDatalist } from '#app/places/field/airport-field.tsx';
import { PlaceInputs } from '#app/places/field/place-inputs.tsx';
import { undecidedDestinationField } from '#app/places/field/undecided-destination-field.ts';
import { LiveJourney } from '#app/places/journey/live-journey.tsx';
import { Button } from '#app/ui/controls/button.tsx';
import { evacuationFileLimits } from '#app/uploads/limits.ts';
import { contactErrorCodes, ContactInputs } from '../../contact-details/contact-inputs.tsx';
import { ReachInputs, UrgencyInput } from '../../first-call/first-call-inputs.tsx';
import { EnquiryFiles } from '../../form/enquiry-files.tsx';
import { EnquiryFormFrame } from '../../form/enquiry-form-frame.tsx';
import { FormErrorSummary } from '../../form/form-error-summary.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormActionData } from '../../form-action-data.ts';
import { evacuationFieldNames, type EvacuationFields } from './evacuation-fields.ts';

const errorCodes = {
  ...contactErrorCodes,
  origin: { valueMissing: 'place_from_required', tooLong: 'place_too_long' },
  destination: { valueMissing: 'place_to_required', unless: undecidedDestinationField, tooLong: 'place_too_long' },
  date: {},
  condition: { tooLong: 'condition_too_long' },
} satisfies Record<string, ConstraintCodes>;

/** Holds the form's state, for a page that shows the error summary above its heading and the form below. */
export function useEvacuationForm(actionData: FormActionData | undefined) {
  return useEnquiryForm<EvacuationFields>('evacuation', actionData, errorCodes);
}

/** The error summary of the short form. */
export function EvacuationErrorSummary({ form }: { form: EnquiryForm<EvacuationFields> }) {
  return <FormErrorSummary form={form} fieldNames={evacuationFieldNames} limits={evacuationFileLimits} />;
}

/** The short form to request a medical flight (spec, section 3). Works without JavaScript. */
export function EvacuationForm({
  form,
  earliestDate,
  isCollapsed = false,
}: {
  form: EnquiryForm<EvacuationFields>;
  /** The first selectable date, yyyy-MM-dd. */
  earliestDate: string;
  /** Whether optional parts are collapsed, for a page with much other content. */
  isCollapsed?: boolean;
}) {
  const { t } = useTranslation('evacuation');
  const { t: forms } = useTranslation('forms');
  const { fields } = form;
  const optional = forms('field.optional');
  return (
    <EnquiryFormFrame
      form={form}
      namespace="evacuation"
      isUrgent
      alternative={!isCollapsed && <ContinueInDetailedForm form={form} />}
    >
      <FormSection heading={t('form.route')}>
        <PlaceInputs fields={fields} labels={{ origin: t('form.origin'), destination: t('form.destination') }} />
        <CheckboxField field={fields.as_soon_as_possible} label={t('form.as_soon_as_possible')} />
        <DateField
          field={fields.date}
          label={t('form.date')}
          note={optional}
          hint={t('form.date_hint')}
          min={earliestDate}
        />
        <LiveJourney formId={form.metadata.id} action={form.action} known={form.response?.journey} />
      </FormSection>
      <FormSection heading={t('form.person')}>
        <ContactInputs fields={fields} />
        <ReachInputs fields={fields} />
      </FormSection>
      {isCollapsed ? (
        <FormSection heading={t('form.condition_and_documents')} note={optional}>
          <EnquiryFiles form={form} namespace="evacuation" limits={evacuationFileLimits} />
          <CollapsibleSection
            title={t('form.add_condition')}
            hasValueOrError={hasCondition(fields)}
            attempt={form.attempt}
          >
            <ConditionInputs fields={fields} />
            <ContinueInDetailedForm form={form} />
          </CollapsibleSection>
        </FormSection>
      ) : (
        <>
          <FormSection heading={t('form.condition_heading')} note={optional}>
            <ConditionInputs fields={fields} />
          </FormSection>
          <FormSection heading={t('form.documents')}>
            <EnquiryFiles form={form} namespace="evacuation" limits={evacuationFileLimits} />
          </FormSection>
        </>
      )}
      <AirportDatalist />
    </EnquiryFormFrame>
  );
}

function ConditionInputs({ fields }: { fields: EnquiryForm<EvacuationFields>['fields'] }) {
  const { t } = useTranslation('evacuation');
  return (
    <>
      <TextAreaField
        field={fields.condition}
        label={t('form.condition')}
        hint={t('form.condition_hint')}
        maxCharacters={multiLineLength.max}
        rows={4}
      />
      <UrgencyInput field={fields.urgency} />
    </>
  );
}

/** Returns whether the condition or the urgency have a value or an error. */
function hasCondition({ condition, urgency }: EnquiryForm<EvacuationFields>['fields']): boolean {
  return [condition, urgency].some(({ initialValue, errors }) => Boolean(initialValue) || errors !== undefined);
}

/** Path of the detailed form, without the language. */
const detailedFormPath = '/medical-flight/air-ambulance#request';

/**
 * A button that submits everything entered so far, including files, to the detailed form, even if something is missing
 * or invalid. It loads a new document even with scripts, so that this form stays in the history with its values if the
 * connection is lost.
 */
function ContinueInDetailedForm({ form: { submitWithFullPageLoad } }: { form: EnquiryForm<EvacuationFields> }) {
  const { t } = useTranslation('evacuation');
  const language = useFormLanguage();
  const label = t('form.more_button');
  return (
    <div className="grid gap-3 rounded-card border border-line p-5">
      <h3 className="text-body font-semibold">{t('form.more')}</h3>
      <p className="text-small text-ink-muted">{t('form.more_text')}</p>
      {/* The label is also the intent, because lynx displays the value of a button. */}
      <Button
        variant="secondary"
        type="submit"
        name={intentFieldName}
        value={label}
        formAction={pathIn(language, detailedFormPath)}
        formNoValidate
        onClick={submitWithFullPageLoad}
      >
        {label}
      </Button>
    </div>
  );
}
