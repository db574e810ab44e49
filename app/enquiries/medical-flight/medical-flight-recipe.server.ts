import { parseWithZod } from '@conform-to/zod/v4';
import { fileRules } from '#app/uploads/file-rules.server.ts';
import { takeChosenAirports } from '#app/airports/airport-fields.ts';
import { knownFields } from '#app/forms/known-fields.ts';
import type { EnquiryRecipe } from '../enquiry-recipe.server.ts';
import { medicalFlightFieldNames, type FlightKind } from './medical-flight-fields.ts';
import { medicalFlightSchema } from './medical-flight-schema.ts';

/** How a post of the long request is read. */
export function medicalFlightRecipe(flight: FlightKind): EnquiryRecipe<'medical-flight'> {
  return {
    kind: 'medical-flight',
    read(sent, language) {
      const fields = knownFields(sent, medicalFlightFieldNames);
      if (flight !== 'ground-ambulance') takeChosenAirports(fields, language);
      const ticked = { isSoon: fields.has('as_soon_as_possible'), hasCompanion: fields.has('with_companion') };
      return parseWithZod(fields, { schema: medicalFlightSchema(flight, ticked) });
    },
    files: fileRules.medical,
    // The text `form.privacy` of locales/*/medical-flight.json.
    privacyNotice: 'medical-flight-2026-11',
  };
}
