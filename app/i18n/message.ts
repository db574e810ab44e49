import type forms from '#locales/en/forms.json';
import type receipt from '#locales/en/receipt.json';

/** The last part of a key `form.…`: what schemas, uploads and desks say instead of sentences. */
export type MessageCode = keyof (typeof forms)['form'];

/** What a line of an enquiry is called: the last part of a key `row.…` of the receipt's texts. */
export type RowLabel = keyof (typeof receipt)['row'];

/** An answer that was chosen rather than typed: the last part of a key `choice.…`. */
export type Choice = keyof (typeof receipt)['choice'];
