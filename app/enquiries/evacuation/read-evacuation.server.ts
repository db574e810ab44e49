import { parseWithZod } from '@conform-to/zod/v4';
import type { Language } from '#app/i18n/languages.ts';
import { takeChosenAirports } from '#app/airports/airport-fields.ts';
import { knownFields } from '#app/forms/known-fields.ts';
import { evacuationFieldNames } from './evacuation-fields.ts';
import { evacuationSchema } from './evacuation-schema.ts';

/** Reads the form's fields into a conform submission. */
export function readEvacuation(sent: FormData, language: Language) {
  const fields = knownFields(sent, evacuationFieldNames);
  takeChosenAirports(fields, language);
  return parseWithZod(fields, { schema: evacuationSchema });
}
