import { Form } from '@remix-run/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConstraintCodes } from '#app/forms/browser-checks.ts';
import { kindFieldName } from '#app/forms/field-names.ts';
import { contactFiles } from '#app/uploads/limits.ts';
import { KeptDraftOffer } from '../../draft/kept-draft-offer.tsx';
import { FormProblems } from '../../form/form-problems.tsx';
import { EnterKeySubmit, FormEnd, SubmitPart } from '../../form/send-section.tsx';
import { SubmissionFields } from '../../form/submission-fields.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormAnswer } from '../../form-answer.ts';
import { personChecks } from '../../person/person-inputs.tsx';
import { bookingFieldNames, type BookingFields, type BookingKind, bookingKinds } from '../booking-fields.ts';
import { ChauffeurInputs } from '../chauffeur/chauffeur-inputs.tsx';
import { HotelInputs } from '../hotel/hotel-inputs.tsx';

/** The check of every single-line field. */
const words = { long: 'words_too_long' } as const;

const checks = {
  hotel: {
    hotel_location: { missing: 'hotel_location_required', ...words },
    hotel_check_in: { missing: 'check_in_required' },
    hotel_check_out: { missing: 'check_out_required' },
    hotel_adults: { missing: 'adults_required' },
    hotel_contact_name: personChecks.name,
    hotel_contact_phone: personChecks.phone,
    hotel_contact_email: personChecks.email,
  },
  chauffeur: {
    chauffeur_pick_up: words,
    chauffeur_flight: words,
    chauffeur_drop_off: { missing: 'drop_off_required', ...words },
    chauffeur_contact_name: personChecks.name,
    chauffeur_contact_phone: personChecks.phone,
    chauffeur_contact_email: personChecks.email,
  },
} satisfies Record<BookingKind, Record<string, ConstraintCodes>>;

/** The checks of the submitted request; none if no button was pressed, because then the server decides which it is. */
function checksFor(sent: FormData) {
  const kind = sent.get(kindFieldName);
  return kind === 'hotel' || kind === 'chauffeur' ? checks[kind] : {};
}

/** The state of both requests. Held by the page, which shows the error summary above its heading and the form below. */
export function useBookingForm(answer: FormAnswer | undefined) {
  return useEnquiryForm<BookingFields>('booking', answer, checksFor);
}

/** The error summary of the submitted request. */
export function BookingProblems({ request }: { request: EnquiryForm<BookingFields> }) {
  const { t } = useTranslation('booking');
  const kind = bookingKinds.find((name) => name === request.kind);
  const fieldNames = kind ? bookingFieldNames[kind] : [...bookingFieldNames.hotel, ...bookingFieldNames.chauffeur];
  return (
    <FormProblems
      request={request}
      fieldNames={fieldNames}
      limits={contactFiles}
      subject={kind && (kind === 'hotel' ? t('hotel.heading') : t('chauffeur.heading'))}
      pressed={kind && { name: kindFieldName, value: kind }}
    />
  );
}

/**
 * The hotel and the chauffeur request (spec, section 3): one form with a button for each, see {@link bookingKinds}.
 */
export function BookingForm({
  request,
  earliestDate,
}: {
  request: EnquiryForm<BookingFields>;
  /** The first selectable day, yyyy-MM-dd. */
  earliestDate: string;
}) {
  const { t } = useTranslation('booking');
  const { fields, formProps, action, isFresh } = request;
  return (
    <Form {...formProps} className="grid gap-10">
      <EnterKeySubmit label={t('hotel.send')} /> <KeptDraftOffer request={request} />
      <SubmissionFields request={request} />
      <RequestCard kind="hotel" heading={t('hotel.heading')} request={request}>
        <HotelInputs fields={fields} earliestDate={earliestDate} action={action} isFresh={isFresh} />
      </RequestCard>
      <RequestCard kind="chauffeur" heading={t('chauffeur.heading')} request={request}>
        <ChauffeurInputs fields={fields} earliestDate={earliestDate} />
      </RequestCard>
      <div className="grid gap-5">
        <FormEnd action={action} />
      </div>
    </Form>
  );
}

/** One request with its fields and its button. */
function RequestCard({
  kind,
  heading,
  request,
  children,
}: {
  kind: BookingKind;
  heading: string;
  request: EnquiryForm<BookingFields>;
  children: ReactNode;
}) {
  const { t } = useTranslation('booking');
  const { isSubmitting, submittedData } = request;
  // Changes made while submitting would be lost.
  const whileSending = isSubmitting ? { inert: '' } : {};
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key belongs to its fields
    <section
      id={`${kind}-form`}
      aria-labelledby={`${kind}-heading`}
      onKeyDown={submitOwnOnEnter}
      className="grid gap-6 rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
    >
      <h2 id={`${kind}-heading`} className="text-h2">
        {heading}
      </h2>
      <div className="grid gap-5" {...whileSending}>
        {children}
      </div>
      <SubmitPart
        request={request}
        label={kind === 'hotel' ? t('hotel.send') : t('chauffeur.send')}
        next={{ title: t('form.next'), text: t('form.next_steps') }}
        privacy={t('form.privacy')}
        isSubmitting={isSubmitting && submittedData?.get(kindFieldName) === kind}
        pressed={{ name: kindFieldName, value: kind }}
      />
    </section>
  );
}

/** By default, Enter presses the form's first button; this presses the button of the request that contains the field. */
function submitOwnOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>(`button[name=${kindFieldName}]`)?.click();
}
