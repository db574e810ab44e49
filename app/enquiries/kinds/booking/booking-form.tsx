import { Form } from '@remix-run/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConstraintCodes } from '#app/forms/browser-checks.ts';
import { kindFieldName } from '#app/forms/field-names.ts';
import { contactFileLimits } from '#app/uploads/limits.ts';
import { contactErrorCodes } from '../../contact-details/contact-inputs.tsx';
import { SavedDraftOffer } from '../../draft/saved-draft-offer.tsx';
import { FormErrorSummary } from '../../form/form-error-summary.tsx';
import { EnterKeySubmitButton, FormFooter, SubmitBlock } from '../../form/send-section.tsx';
import { SubmissionFields } from '../../form/submission-fields.tsx';
import { type EnquiryForm, useEnquiryForm } from '../../form/use-enquiry-form.ts';
import type { FormActionData } from '../../form-action-data.ts';
import { bookingFieldNames, type BookingFields, type BookingKind, bookingKinds } from '../booking-fields.ts';
import { ChauffeurInputs } from '../chauffeur/chauffeur-inputs.tsx';
import { HotelInputs } from '../hotel/hotel-inputs.tsx';

/** The error code of every single-line text field. */
const singleLineErrorCodes = { tooLong: 'text_too_long' } as const;

const errorCodes = {
  hotel: {
    hotel_location: { valueMissing: 'hotel_location_required', ...singleLineErrorCodes },
    hotel_check_in: { valueMissing: 'check_in_required' },
    hotel_check_out: { valueMissing: 'check_out_required' },
    hotel_adults: { valueMissing: 'adults_required' },
    hotel_contact_name: contactErrorCodes.name,
    hotel_contact_phone: contactErrorCodes.phone,
    hotel_contact_email: contactErrorCodes.email,
  },
  chauffeur: {
    chauffeur_pick_up: singleLineErrorCodes,
    chauffeur_flight: singleLineErrorCodes,
    chauffeur_drop_off: { valueMissing: 'drop_off_required', ...singleLineErrorCodes },
    chauffeur_contact_name: contactErrorCodes.name,
    chauffeur_contact_phone: contactErrorCodes.phone,
    chauffeur_contact_email: contactErrorCodes.email,
  },
} satisfies Record<BookingKind, Record<string, ConstraintCodes>>;

/**
 * Returns the error codes of the submitted request; none if no button was pressed, because the server then chooses the
 * request.
 */
function errorCodesFor(formData: FormData) {
  const kind = formData.get(kindFieldName);
  return kind === 'hotel' || kind === 'chauffeur' ? errorCodes[kind] : {};
}

/** Holds the state of both requests, for a page that shows the error summary above its heading and the form below. */
export function useBookingForm(actionData: FormActionData | undefined) {
  return useEnquiryForm<BookingFields>('booking', actionData, errorCodesFor);
}

/** The error summary of the submitted request. */
export function BookingErrorSummary({ form }: { form: EnquiryForm<BookingFields> }) {
  const { t } = useTranslation('booking');
  const kind = bookingKinds.find((name) => name === form.kind);
  const fieldNames = kind ? bookingFieldNames[kind] : [...bookingFieldNames.hotel, ...bookingFieldNames.chauffeur];
  return (
    <FormErrorSummary
      form={form}
      fieldNames={fieldNames}
      limits={contactFileLimits}
      subject={kind && (kind === 'hotel' ? t('hotel.heading') : t('chauffeur.heading'))}
      submitButton={kind && { name: kindFieldName, value: kind }}
    />
  );
}

/**
 * One form with the hotel and the chauffeur request, each with its own button (spec, section 3; see {@link bookingKinds}).
 */
export function BookingForm({
  form,
  earliestDate,
}: {
  form: EnquiryForm<BookingFields>;
  /** The first selectable date, yyyy-MM-dd. */
  earliestDate: string;
}) {
  const { t } = useTranslation('booking');
  const { fields, formProps, action, isFresh } = form;
  return (
    <Form {...formProps} className="grid gap-10">
      <EnterKeySubmitButton label={t('hotel.send')} /> <SavedDraftOffer form={form} />
      <SubmissionFields form={form} />
      <RequestCard kind="hotel" heading={t('hotel.heading')} form={form}>
        <HotelInputs fields={fields} earliestDate={earliestDate} action={action} isFresh={isFresh} />
      </RequestCard>
      <RequestCard kind="chauffeur" heading={t('chauffeur.heading')} form={form}>
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
  form,
  children,
}: {
  kind: BookingKind;
  heading: string;
  form: EnquiryForm<BookingFields>;
  children: ReactNode;
}) {
  const { t } = useTranslation('booking');
  const { isSubmitting, submittedData } = form;
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
        form={form}
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
