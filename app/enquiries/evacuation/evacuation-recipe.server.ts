import { fileRules } from '#app/uploads/file-rules.server.ts';
import type { EnquiryRecipe } from '../enquiry-recipe.server.ts';
import { readEvacuation } from './read-evacuation.server.ts';

/** How a post of the medical flight request is read. */
export const evacuationRecipe: EnquiryRecipe<'evacuation'> = {
  kind: 'evacuation',
  read: readEvacuation,
  files: fileRules.medical,
  // The text `form.privacy` of locales/*/evacuation.json.
  privacyNotice: 'evacuation-2026-11',
};
