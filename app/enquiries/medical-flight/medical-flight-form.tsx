import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AirportDatalist } from '#app/airports/airport-field.tsx';
import { receiptFieldName } from '#app/uploads/field-names.ts';
import { FileField } from '#app/uploads/file-field.tsx';
import { acceptedMedicalFiles, evacuationFiles } from '#app/uploads/limits.ts';
import { AirportInputs } from '#app/airports/airport-inputs.tsx';
import { DateField } from '#app/forms/date-input.tsx';
import type { FormAnswer } from '../form-answer.ts';
import { FormPart } from '#app/forms/form-part.tsx';
import { FormProblems } from '../form-problems.tsx';
import { KeptDraftOffer } from '../kept-draft-offer.tsx';
import { PersonInputs, personChecks } from '../person-inputs.tsx';
import { EnterSends, SendSection } from '../send-section.tsx';
import { CheckboxField, NumberField, TextAreaField, WordsField } from '#app/forms/text-field.tsx';
import { useEnquiryForm, type EnquiryForm } from '../use-enquiry-form.ts';
import { textLength } from '#app/forms/words-length.ts';
import { medicalFlightFieldNames, needs, type FlightKind, type MedicalFlightForm } from './medical-flight-fields.ts';
import { PatientInputs } from './patient-inputs.tsx';

const filesId = 'medical-flight-files';

export type MedicalFlightRequest = EnquiryForm<MedicalFlightForm>;

/** The form's state, held by the page: its problems stand above the heading, its fields below. */
export function useMedicalFlightForm(answer: FormAnswer | undefined, flight: FlightKind): MedicalFlightRequest {
  const isOnGround = flight === 'ground-ambulance';
  return useEnquiryForm<MedicalFlightForm>('medical-flight', answer, {
    ...personChecks,
    origin: { missing: isOnGround ? 'place_from_required' : 'origin_required' },
    destination: { missing: isOnGround ? 'place_to_required' : 'destination_required' },
    condition: { missing: 'condition_required' },
  });
}

/** What is wrong with the request, for the top of the page. */
export function MedicalFlightProblems({ request }: { request: MedicalFlightRequest }) {
  return (
    <FormProblems request={request} fieldNames={medicalFlightFieldNames} filesId={filesId} limits={evacuationFiles} />
  );
}

/**
 * The long request for a medical flight, an ambulance or an escort (spec, section 3): what has to be there first, then
 * what helps the doctors to prepare.
 */
export function LongRequestForm({
  request,
  flight,
  earliestDate,
}: {
  request: MedicalFlightRequest;
  flight: FlightKind;
  /** The first day that is not in the past, yyyy-MM-dd. */
  earliestDate: string;
}) {
  const { t } = useTranslation('medical-flight');
  const { t: forms } = useTranslation('forms');
  const { fields, files, formProps, isSubmitting, action, stored } = request;
  const optional = forms('field.optional');
  const part = { isSubmitting };
  return (
    <Form {...formProps} className="grid gap-10">
      <h2 id="request-heading" className="-mb-6 text-h2">
        {t('form.heading')}
      </h2>
      <EnterSends label={t('form.send')} />{' '}
      {stored && <input type="hidden" name={receiptFieldName} value={stored.receiptToken} />}
      <KeptDraftOffer request={request} />
      <p className="text-ink-muted">{t('form.parts')}</p>
      <FormPart {...part} heading={t('form.route')}>
        <Route request={request} flight={flight} />
        <CheckboxField field={fields.as_soon_as_possible} label={t('form.as_soon_as_possible')} />
        <DateField
          field={fields.date}
          label={t('form.date')}
          note={optional}
          hint={t('form.date_hint')}
          min={earliestDate}
        />
      </FormPart>
      <FormPart {...part} heading={t('form.condition_heading')}>
        <TextAreaField
          field={fields.condition}
          label={t('form.condition')}
          hint={t('form.condition_hint')}
          required
          maxLength={textLength.max}
          rows={5}
        />
      </FormPart>
      <FormPart {...part} heading={t('form.person')}>
        <PersonInputs fields={fields} />
        <WordsField field={fields.relation} label={t('form.relation')} note={optional} hint={t('form.relation_hint')} />
      </FormPart>
      <FormPart {...part} heading={t('form.patient')} note={optional} lead={t('form.patient_lead')}>
        <PatientInputs fields={fields} />
      </FormPart>
      <FormPart {...part} heading={t('form.needs')} note={optional} lead={t('form.needs_lead')}>
        <div className="grid gap-2 sm:grid-cols-2">
          {needs.map((need) => (
            <label key={need} className="choice">
              <input
                type="checkbox"
                name={fields.needs.name}
                value={need}
                defaultChecked={isAmong(fields.needs.initialValue, need)}
              />
              {t(`need.${need}`)}
            </label>
          ))}
        </div>
        <div className="grid gap-5">
          <CheckboxField field={fields.with_companion} label={t('form.with_companion')} />
          <div className="if-ticked">
            <NumberField field={fields.companions} label={t('form.companions')} />
          </div>
        </div>
      </FormPart>
      <FormPart {...part} heading={t('form.documents')}>
        <FileField
          id={filesId}
          label={t('form.files_label')}
          hint={t('form.files_hint', { max: evacuationFiles.maxFiles, megabytes: evacuationFiles.maxMegabytes })}
          accept={acceptedMedicalFiles}
          limits={evacuationFiles}
          onServer={files}
        />
      </FormPart>
      <SendSection
        label={t('form.send')}
        next={{ title: t('form.next'), text: t('form.next_steps') }}
        privacy={t('form.privacy')}
        isUrgent
        isSubmitting={isSubmitting}
        action={action}
        isRussianOffered
      />
      {flight !== 'ground-ambulance' && <AirportDatalist />}
    </Form>
  );
}

/** The two airports; for an ambulance on the ground two places of any kind. */
function Route({ request, flight }: { request: MedicalFlightRequest; flight: FlightKind }) {
  const { t } = useTranslation('medical-flight');
  const { origin, destination } = request.fields;
  if (flight !== 'ground-ambulance') {
    return (
      <AirportInputs request={request} labels={{ origin: t('form.origin'), destination: t('form.destination') }} />
    );
  }
  return (
    <>
      <WordsField field={origin} label={t('form.place_from')} hint={t('form.place_hint')} required />
      <WordsField field={destination} label={t('form.place_to')} hint={t('form.place_hint')} required />
    </>
  );
}

/** Several boxes of one name come back as a list, a single one as text. */
function isAmong(values: unknown, value: string): boolean {
  return Array.isArray(values) ? values.includes(value) : values === value;
}
