import { Form } from '@remix-run/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConstraintCodes } from '#app/forms/browser-checks.ts';
import { kindFieldName } from '#app/forms/field-names.ts';
import { contactFileLimits } from '#app/uploads/limits.ts';
import { SavedDraftOffer } from '../../draft/saved-draft-offer.tsx';
import { FormProblems } from '../../form/form-problems.tsx';
import { EnterKeySubmitButton, FormFooter, SubmitBlock } from '../../form/send-section.tsx';
import { SubmissionFields } from '../../form/submission-fields.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormAnswer } from '../../form-answer.ts';
import { personChecks } from '../../person/person-inputs.tsx';
import { bookingFieldNames, type BookingFields, type BookingKind, bookingKinds } from '../booking-fields.ts';
import { ChauffeurInputs } from '../chauffeur/chauffeur-inputs.tsx';
import { HotelInputs } from '../hotel/hotel-inputs.tsx';

/** The error code of every single-line text field. */
const singleLineCheck = { long: 'words_too_long' } as const;

const checks = {
  hotel: {
    hotel_location: { missing: 'hotel_location_required', ...singleLineCheck },
    hotel_check_in: { missing: 'check_in_required' },
    hotel_check_out: { missing: 'check_out_required' },
    hotel_adults: { missing: 'adults_required' },
    hotel_contact_name: personChecks.name,
    hotel_contact_phone: personChecks.phone,
    hotel_contact_email: personChecks.email,
  },
  chauffeur: {
    chauffeur_pick_up: singleLineCheck,
    chauffeur_flight: singleLineCheck,
    chauffeur_drop_off: { missing: 'drop_off_required', ...singleLineCheck },
    chauffeur_contact_name: personChecks.name,
    chauffeur_contact_phone: personChecks.phone,
    chauffeur_contact_email: personChecks.email,
  },
} satisfies Record<BookingKind, Record<string, ConstraintCodes>>;

/** Returns the checks of the submitted request. If no button was pressed, returns none: the server chooses the request. */
function checksFor(formData: FormData) {
  const kind = formData.get(kindFieldName);
  return kind === 'hotel' || kind === 'chauffeur' ? checks[kind] : {};
}

/** Holds the state of both requests, for a page that shows the error summary above its heading and the form below. */
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
      limits={contactFileLimits}
      subject={kind && (kind === 'hotel' ? t('hotel.heading') : t('chauffeur.heading'))}
      submitButton={kind && { name: kindFieldName, value: kind }}
    />
  );
}

/** One form with the hotel and the chauffeur request, each with its own button (spec, section 3; see {@link bookingKinds}). */
export function BookingForm({
  request,
  earliestDate,
}: {
  request: EnquiryForm<BookingFields>;
  /** The first selectable date, yyyy-MM-dd. */
  earliestDate: string;
}) {
  const { t } = useTranslation('booking');
  const { fields, formProps, action, isFresh } = request;
  return (
    <Form {...formProps} className="grid gap-10">
      <EnterKeySubmitButton label={t('hotel.send')} /> <SavedDraftOffer request={request} />
      <SubmissionFields request={request} />
      <RequestCard kind="hotel" heading={t('hotel.heading')} request={request}>
        <HotelInputs fields={fields} earliestDate={earliestDate} action={action} isFresh={isFresh} />
      </RequestCard>
      <RequestCard kind="chauffeur" heading={t('chauffeur.heading')} request={request}>
        <ChauffeurInputs fields={fields} earliestDate={earliestDate} />
      </RequestCard>
      <div className="grid gap-5">
        <FormFooter action={action} />
      </div>
    </Form>
  );
}

/** A request with its fields and its submit button. */
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
  // Input entered during submission would be lost.
  const inertWhileSubmitting = isSubmitting ? { inert: '' } : {};
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the Enter key of the fields inside
    <section
      id={`${kind}-form`}
      aria-labelledby={`${kind}-heading`}
      onKeyDown={submitRequestOnEnter}
      className="grid gap-6 rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
    >
      <h2 id={`${kind}-heading`} className="text-h2">
        {heading}
      </h2>
      <div className="grid gap-5" {...inertWhileSubmitting}>
        {children}
      </div>
      <SubmitBlock
        request={request}
        label={kind === 'hotel' ? t('hotel.send') : t('chauffeur.send')}
        nextSteps={{ title: t('form.next'), text: t('form.next_steps') }}
        privacy={t('form.privacy')}
        isSubmitting={isSubmitting && submittedData?.get(kindFieldName) === kind}
        submitButton={{ name: kindFieldName, value: kind }}
      />
    </section>
  );
}

/** Makes Enter press the button of the request that contains the field. By default, it presses the form's first button. */
function submitRequestOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>(`button[name=${kindFieldName}]`)?.click();
}
