import arAirports from '#locales/ar/airports.json' with { type: 'json' };
import arBooking from '#locales/ar/booking.json' with { type: 'json' };
import arCommon from '#locales/ar/common.json' with { type: 'json' };
import arConsent from '#locales/ar/consent.json' with { type: 'json' };
import arContact from '#locales/ar/contact.json' with { type: 'json' };
import arEvacuation from '#locales/ar/evacuation.json' with { type: 'json' };
import arFlightSearch from '#locales/ar/flight-search.json' with { type: 'json' };
import arFlights from '#locales/ar/flights.json' with { type: 'json' };
import arForms from '#locales/ar/forms.json' with { type: 'json' };
import arMedicalFlight from '#locales/ar/medical-flight.json' with { type: 'json' };
import arReceipt from '#locales/ar/receipt.json' with { type: 'json' };
import enAirports from '#locales/en/airports.json' with { type: 'json' };
import enBooking from '#locales/en/booking.json' with { type: 'json' };
import enCommon from '#locales/en/common.json' with { type: 'json' };
import enConsent from '#locales/en/consent.json' with { type: 'json' };
import enContact from '#locales/en/contact.json' with { type: 'json' };
import enEvacuation from '#locales/en/evacuation.json' with { type: 'json' };
import enFlightSearch from '#locales/en/flight-search.json' with { type: 'json' };
import enFlights from '#locales/en/flights.json' with { type: 'json' };
import enForms from '#locales/en/forms.json' with { type: 'json' };
import enMedicalFlight from '#locales/en/medical-flight.json' with { type: 'json' };
import enReceipt from '#locales/en/receipt.json' with { type: 'json' };
import ruAirports from '#locales/ru/airports.json' with { type: 'json' };
import ruCommon from '#locales/ru/common.json' with { type: 'json' };
import ruForms from '#locales/ru/forms.json' with { type: 'json' };
import ruMedicalFlight from '#locales/ru/medical-flight.json' with { type: 'json' };
import ruReceipt from '#locales/ru/receipt.json' with { type: 'json' };
import type { Language, Wording } from './languages.ts';

const english = {
  airports: enAirports,
  booking: enBooking,
  common: enCommon,
  consent: enConsent,
  contact: enContact,
  evacuation: enEvacuation,
  'flight-search': enFlightSearch,
  flights: enFlights,
  forms: enForms,
  'medical-flight': enMedicalFlight,
  receipt: enReceipt,
};

/** English is the shape that typed keys follow; the locale gate holds Arabic to it. */
export type Resources = typeof english;
export type Namespace = keyof Resources;

/**
 * Every text of every language, and of Russian what the one form worded in it shows. The server holds them all; a
 * browser loads its page's own only.
 */
export const resources: Record<Language, Record<Namespace, object>> &
  Record<Wording, Partial<Record<Namespace, object>>> = {
  ar: {
    airports: arAirports,
    booking: arBooking,
    common: arCommon,
    consent: arConsent,
    contact: arContact,
    evacuation: arEvacuation,
    'flight-search': arFlightSearch,
    flights: arFlights,
    forms: arForms,
    'medical-flight': arMedicalFlight,
    receipt: arReceipt,
  },
  en: english,
  ru: {
    airports: ruAirports,
    common: ruCommon,
    forms: ruForms,
    'medical-flight': ruMedicalFlight,
    receipt: ruReceipt,
  },
};
