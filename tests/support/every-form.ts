/** Who sends a form. */
export interface Sender {
  name: string;
  phone: string;
  email: string;
}

/** A form of an enquiry, filled in whole. */
export interface FilledForm {
  /** Its page, by its path without a language. */
  page: string;
  fields: Record<string, string>;
}

const flight = { origin: 'Riyadh (RUH)', destination: 'MUC', date: '2031-03-27' };

/**
 * Every form of an enquiry, so that nothing is wrong with it.
 * @param words stands wherever words may be written
 */
export function everyForm({ name, phone, email }: Sender, words: string): FilledForm[] {
  const contactOf = (kind: string) => ({
    kind,
    ...{ [`${kind}_contact_name`]: name, [`${kind}_contact_phone`]: phone, [`${kind}_contact_email`]: email },
  });
  const medical = { name, phone, email, ...flight, condition: words, patient_name: words, diagnosis: words };
  return [
    { page: '/', fields: { name, phone, email, ...flight } },
    { page: '/services/evacuation', fields: { name, phone, email, ...flight } },
    { page: '/contact', fields: { name, phone, email, message: words } },
    {
      page: '/services/booking',
      fields: {
        ...contactOf('hotel'),
        ...{ hotel_location: words, hotel_check_in: '2031-03-27', hotel_check_out: '2031-04-02', hotel_adults: '2' },
      },
    },
    { page: '/services/booking', fields: { ...contactOf('chauffeur'), chauffeur_drop_off: words } },
    { page: '/medical-flight/air-ambulance', fields: medical },
    { page: '/medical-flight/air-ambulance?wording=ru', fields: { ...medical, patient_name: `Пациент ${words}` } },
  ];
}
