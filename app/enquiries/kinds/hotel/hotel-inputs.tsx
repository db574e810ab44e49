import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intentFieldName } from '#app/forms/field-names.ts';
import { DateField } from '#app/forms/inputs/date-input.tsx';
import { NumberField, SelectField, SingleLineField } from '#app/forms/inputs/text-field.tsx';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { ContactInputs } from '../../contact-details/contact-inputs.tsx';
import type { EnquiryForm } from '../../form/use-enquiry-form.ts';
import { type BookingFields, childAgeFieldName, childNumbers } from '../booking-fields.ts';

type Fields = EnquiryForm<BookingFields>['fields'];

const childAges = Array.from({ length: 18 }, (_, age) => age);

/** The fields of the hotel request. */
export function HotelInputs({
  fields,
  earliestDate,
  ...guests
}: {
  fields: Fields;
  earliestDate: string;
  /** The form's action URL. */
  action: string;
  /** Whether the form has not been submitted yet. */
  isFresh: boolean;
}) {
  const { t } = useTranslation('booking');
  return (
    <>
      <SingleLineField
        field={fields.hotel_location}
        label={t('hotel.location')}
        hint={t('hotel.location_hint')}
        required
      />
      <div className="grid gap-5 md:grid-cols-2">
        <DateField field={fields.hotel_check_in} label={t('hotel.check_in')} min={earliestDate} required />
        <DateField field={fields.hotel_check_out} label={t('hotel.check_out')} min={earliestDate} required />
      </div>
      <Guests fields={fields} {...guests} />
      <ContactInputs
        fields={{
          name: fields.hotel_contact_name,
          phone: fields.hotel_contact_phone,
          email: fields.hotel_contact_email,
        }}
      />
    </>
  );
}

/**
 * The number of adults and the age of each child. Without JavaScript, a button reloads the page with a field for each
 * child's age.
 */
function Guests({ fields, action, isFresh }: { fields: Fields; action: string; isFresh: boolean }) {
  const { t } = useTranslation('booking');
  const [childCount, setChildCount] = useState(parseChildCount(fields.hotel_children.initialValue));
  const selectId = fields.hotel_children.id;
  useEffect(() => {
    // The visitor may have chosen a number before hydration.
    const select = document.getElementById(selectId);
    if (select instanceof HTMLSelectElement) setChildCount(parseChildCount(select.value));
  }, [selectId]);
  return (
    <>
      <div className="grid items-end gap-5 md:grid-cols-2">
        <NumberField
          field={fields.hotel_adults}
          preset={isFresh ? '1' : undefined}
          data-preset="1"
          label={t('hotel.adults')}
          hint={t('hotel.adults_hint')}
          required
        />
        <SelectField
          field={fields.hotel_children}
          label={t('hotel.children')}
          hint={t('hotel.children_hint')}
          onChange={(event) => setChildCount(parseChildCount(event.currentTarget.value))}
        >
          <option value="">0</option>
          {childNumbers.map((child) => (
            <option key={child}>{child}</option>
          ))}
        </SelectField>
      </div>
      <button
        type="submit"
        name={intentFieldName}
        value="children"
        formNoValidate
        // Scroll the returned page to the ages.
        formAction={`${action}#${selectId}`}
        className={`no-script-only ${buttonClass('secondary')}`}
      >
        {t('hotel.show_ages')}
      </button>
      {childCount > 0 && (
        <fieldset className="grid gap-5 rounded border border-line p-4 sm:grid-cols-2">
          <legend className="px-2 font-semibold">{t('hotel.ages')}</legend>
          {childNumbers.slice(0, childCount).map((child) => (
            <SelectField
              key={child}
              field={fields[childAgeFieldName(child)]}
              label={t('hotel.child_age', { child })}
              required
            >
              <option value="">{t('hotel.choose_age')}</option>
              {childAges.map((age) => (
                <option key={age} value={age}>
                  {age === 0 ? t('hotel.under_one') : age}
                </option>
              ))}
            </SelectField>
          ))}
        </fieldset>
      )}
    </>
  );
}

function parseChildCount(typed: string | undefined): number {
  const count = Number(typed);
  return childNumbers.includes(count) ? count : 0;
}
