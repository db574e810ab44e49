import { Form } from '@remix-run/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { kindFieldName, receiptFieldName } from '#app/uploads/field-names.ts';
import { contactFiles } from '#app/uploads/limits.ts';
import type { FormAnswer } from '../form-answer.ts';
import { FormProblems } from '../form-problems.tsx';
import { KeptDraftOffer } from '../kept-draft-offer.tsx';
import { personChecks } from '../person-inputs.tsx';
import { EnterSends, FormEnd, SendPart } from '../send-section.tsx';
import { useEnquiryForm, type EnquiryForm } from '../use-enquiry-form.ts';
import { bookingFieldNames, bookingKinds, type BookingFields, type BookingKind } from './booking-fields.ts';
import { ChauffeurInputs } from './chauffeur-inputs.tsx';
import { HotelInputs } from './hotel-inputs.tsx';

const checks = {
  hotel: {
    hotel_location: { missing: 'hotel_location_required' },
    hotel_check_in: { missing: 'check_in_required' },
    hotel_check_out: { missing: 'check_out_required' },
    hotel_adults: { missing: 'adults_required' },
    hotel_contact_name: personChecks.name,
    hotel_contact_phone: personChecks.phone,
    hotel_contact_email: personChecks.email,
  },
  chauffeur: {
    chauffeur_drop_off: { missing: 'drop_off_required' },
    chauffeur_contact_name: personChecks.name,
    chauffeur_contact_phone: personChecks.phone,
    chauffeur_contact_email: personChecks.email,
  },
};

/** Of the request that is sent; where no button was pressed the server finds out which it is. */
function checksFor(sent: FormData) {
  const kind = sent.get(kindFieldName);
  return kind === 'hotel' || kind === 'chauffeur' ? checks[kind] : {};
}

/** The state of both requests, held by the page: its problems stand above the heading, its fields below. */
export function useBookingForm(answer: FormAnswer | undefined) {
  return useEnquiryForm<BookingFields>('booking', answer, checksFor);
}

/** What is wrong with the request that was sent, for the top of the page. */
export function BookingProblems({ request }: { request: EnquiryForm<BookingFields> }) {
  const { t } = useTranslation('booking');
  const kind = bookingKinds.find((name) => name === request.kind);
  const fieldNames = kind ? bookingFieldNames[kind] : [...bookingFieldNames.hotel, ...bookingFieldNames.chauffeur];
  return (
    <FormProblems
      request={request}
      fieldNames={fieldNames}
      filesId="booking"
      limits={contactFiles}
      subject={kind && (kind === 'hotel' ? t('hotel.heading') : t('chauffeur.heading'))}
      pressed={kind && { name: kindFieldName, value: kind }}
    />
  );
}

/**
 * A hotel, and a driver (spec, section 3): two requests with a button each, in one form, so that without a script, too,
 * what was typed in one stays when the other is sent.
 */
export function BookingForm({
  request,
  earliestDate,
}: {
  request: EnquiryForm<BookingFields>;
  /** The first day that is not in the past, yyyy-MM-dd. */
  earliestDate: string;
}) {
  const { t } = useTranslation('booking');
  const { fields, formProps, action, stored, isFresh } = request;
  return (
    <Form {...formProps} className="grid gap-10">
      <EnterSends label={t('hotel.send')} /> <KeptDraftOffer request={request} />
      {stored && <input type="hidden" name={receiptFieldName} value={stored.receiptToken} />}
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

/** One of the requests with its fields and its button. */
function RequestCard({
  kind,
  heading,
  request: { isSubmitting, sending },
  children,
}: {
  kind: BookingKind;
  heading: string;
  request: EnquiryForm<BookingFields>;
  children: ReactNode;
}) {
  const { t } = useTranslation('booking');
  // What is changed now would not be sent any more.
  const whileSending = isSubmitting ? { inert: '' } : {};
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key belongs to its fields
    <section
      id={`${kind}-form`}
      aria-labelledby={`${kind}-heading`}
      onKeyDown={sendOwnOnEnter}
      className="grid gap-6 rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
    >
      <h2 id={`${kind}-heading`} className="text-h2">
        {heading}
      </h2>
      <div className="grid gap-5" {...whileSending}>
        {children}
      </div>
      <SendPart
        label={kind === 'hotel' ? t('hotel.send') : t('chauffeur.send')}
        next={{ title: t('form.next'), text: t('form.next_steps') }}
        privacy={t('form.privacy')}
        isSubmitting={isSubmitting && sending?.get(kindFieldName) === kind}
        pressed={{ name: kindFieldName, value: kind }}
      />
    </section>
  );
}

/** Enter would press the form's first button; here it presses that of the request in which it was typed. */
function sendOwnOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>(`button[name=${kindFieldName}]`)?.click();
}
