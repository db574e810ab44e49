import type forms from '#locales/en/forms.json';
import type receipt from '#locales/en/receipt.json';

/** The code that schemas, uploads and channels return for a message: the last part of a translation key `form.…`. */
export type MessageCode = keyof (typeof forms)['form'];

/** The label of a row of an enquiry: the last part of a key `row.…` in the receipt texts. */
export type RowLabel = keyof (typeof receipt)['row'];

/** A choice in a multiple-choice field: the last part of a key `choice.…` in the receipt texts. */
export type Choice = keyof (typeof receipt)['choice'];
