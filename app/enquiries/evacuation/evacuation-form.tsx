import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AirportDatalist } from '#app/airports/airport-field.tsx';
import { receiptFieldName } from '#app/uploads/field-names.ts';
import { FileField } from '#app/uploads/file-field.tsx';
import { acceptedMedicalFiles, evacuationFiles } from '#app/uploads/limits.ts';
import { AirportInputs } from '#app/airports/airport-inputs.tsx';
import type { FormAnswer } from '../form-answer.ts';
import { DateField } from '#app/forms/date-input.tsx';
import { FormPart } from '#app/forms/form-part.tsx';
import { FormProblems } from '../form-problems.tsx';
import { KeptDraftOffer } from '../kept-draft-offer.tsx';
import { PersonInputs, personChecks } from '../person-inputs.tsx';
import { EnterSends, SendSection } from '../send-section.tsx';
import { useEnquiryForm, type EnquiryForm } from '../use-enquiry-form.ts';
import { evacuationFieldNames } from './evacuation-fields.ts';
import type { Evacuation } from './evacuation-schema.ts';

const filesId = 'evacuation-files';

const checks = {
  ...personChecks,
  origin: { missing: 'origin_required' },
  destination: { missing: 'destination_required' },
  date: {},
};

/** The form's state, held by the page: its problems stand above the heading, its fields below. */
export function useEvacuationForm(answer: FormAnswer | undefined) {
  return useEnquiryForm<Evacuation>('evacuation', answer, checks);
}

/** What is wrong with the request, for the top of the page. */
export function EvacuationProblems({ request }: { request: EnquiryForm<Evacuation> }) {
  return (
    <FormProblems request={request} fieldNames={evacuationFieldNames} filesId={filesId} limits={evacuationFiles} />
  );
}

/** The medical flight request (spec, section 3). Works as a plain post; scripts only make it smoother. */
export function EvacuationForm({
  request,
  earliestDate,
}: {
  request: EnquiryForm<Evacuation>;
  /** The first day that is not in the past, yyyy-MM-dd. */
  earliestDate: string;
}) {
  const { t } = useTranslation('evacuation');
  const { t: forms } = useTranslation('forms');
  const { fields, files, formProps, isSubmitting, action, stored } = request;
  return (
    <Form {...formProps} className="grid gap-10">
      <EnterSends label={t('form.send')} />{' '}
      {stored && <input type="hidden" name={receiptFieldName} value={stored.receiptToken} />}
      <KeptDraftOffer request={request} />
      <FormPart heading={t('form.route')} isSubmitting={isSubmitting}>
        <AirportInputs request={request} labels={{ origin: t('form.origin'), destination: t('form.destination') }} />
        <DateField
          field={fields.date}
          label={t('form.date')}
          note={forms('field.optional')}
          hint={t('form.date_hint')}
          min={earliestDate}
        />
      </FormPart>
      <FormPart heading={t('form.person')} isSubmitting={isSubmitting}>
        <PersonInputs fields={fields} />
      </FormPart>
      <FormPart heading={t('form.documents')} isSubmitting={isSubmitting}>
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
      />
      <AirportDatalist />
    </Form>
  );
}
