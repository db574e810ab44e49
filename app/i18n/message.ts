import type forms from '#locales/en/forms.json';

/** The last part of a key `form.…`: what schemas, uploads and desks say instead of sentences. */
export type MessageCode = keyof (typeof forms)['form'];
