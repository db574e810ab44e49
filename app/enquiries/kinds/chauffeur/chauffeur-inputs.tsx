import { useTranslation } from 'react-i18next';
import { DateField } from '#app/forms/inputs/date-input.tsx';
import { NumberField, SingleLineField, TextField } from '#app/forms/inputs/text-field.tsx';
import { ContactInputs } from '../../contact-details/contact-inputs.tsx';
import type { EnquiryForm } from '../../form/use-enquiry-form.ts';
import type { BookingFields } from '../booking-fields.ts';

/** The fields of the chauffeur request. Only the destination and the contact details are required. */
export function ChauffeurInputs({
  fields,
  earliestDate,
}: {
  fields: EnquiryForm<BookingFields>['fields'];
  earliestDate: string;
}) {
  const { t } = useTranslation('booking');
  const { t: forms } = useTranslation('forms');
  const optional = forms('field.optional');
  return (
    <>
      <SingleLineField
        field={fields.chauffeur_pick_up}
        label={t('chauffeur.pick_up')}
        note={optional}
        hint={t('chauffeur.pick_up_hint')}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <DateField
          field={fields.chauffeur_pick_up_date}
          label={t('chauffeur.pick_up_date')}
          note={optional}
          min={earliestDate}
        />
        <TextField
          field={fields.chauffeur_pick_up_time}
          label={t('chauffeur.pick_up_time')}
          note={optional}
          // A time input would discard a value that it cannot parse; a text input lets the visitor correct it.
          type={/^(?:\d\d:\d\d)?$/.test(fields.chauffeur_pick_up_time.initialValue ?? '') ? 'time' : 'text'}
          dir="ltr"
          enterKeyHint="next"
        />
      </div>
      <SingleLineField
        field={fields.chauffeur_flight}
        label={t('chauffeur.flight')}
        note={optional}
        hint={t('chauffeur.flight_hint')}
        dir="ltr"
        autoCapitalize="characters"
      />
      <SingleLineField
        field={fields.chauffeur_drop_off}
        label={t('chauffeur.drop_off')}
        hint={t('chauffeur.drop_off_hint')}
        required
      />
      <NumberField field={fields.chauffeur_passengers} label={t('chauffeur.passengers')} note={optional} />
      <ContactInputs
        fields={{
          name: fields.chauffeur_contact_name,
          phone: fields.chauffeur_contact_phone,
          email: fields.chauffeur_contact_email,
        }}
      />
    </>
  );
}
