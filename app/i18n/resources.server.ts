import arAirports from '#locales/ar/airports.json' with { type: 'json' };
import arCommon from '#locales/ar/common.json' with { type: 'json' };
import arContact from '#locales/ar/contact.json' with { type: 'json' };
import arEvacuation from '#locales/ar/evacuation.json' with { type: 'json' };
import arForms from '#locales/ar/forms.json' with { type: 'json' };
import arReceipt from '#locales/ar/receipt.json' with { type: 'json' };
import enAirports from '#locales/en/airports.json' with { type: 'json' };
import enCommon from '#locales/en/common.json' with { type: 'json' };
import enContact from '#locales/en/contact.json' with { type: 'json' };
import enEvacuation from '#locales/en/evacuation.json' with { type: 'json' };
import enForms from '#locales/en/forms.json' with { type: 'json' };
import enReceipt from '#locales/en/receipt.json' with { type: 'json' };
import type { Language } from './languages.ts';

const english = {
  common: enCommon,
  forms: enForms,
  airports: enAirports,
  contact: enContact,
  evacuation: enEvacuation,
  receipt: enReceipt,
};

/** English is the shape that typed keys follow; the locale gate holds Arabic to it. */
export type Resources = typeof english;
export type Namespace = keyof Resources;

/** Every text of every language. The server holds them all; a browser loads its page's own only. */
export const resources: Record<Language, Record<Namespace, object>> = {
  ar: {
    common: arCommon,
    forms: arForms,
    airports: arAirports,
    contact: arContact,
    evacuation: arEvacuation,
    receipt: arReceipt,
  },
  en: english,
};
