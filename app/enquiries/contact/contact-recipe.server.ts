import { fileRules } from '#app/uploads/file-rules.server.ts';
import type { EnquiryRecipe } from '../enquiry-recipe.server.ts';
import { readContact } from './read-contact.server.ts';

/** How a post of the contact form is read. */
export const contactRecipe: EnquiryRecipe<'contact'> = {
  kind: 'contact',
  read: readContact,
  files: fileRules.letter,
  // The text `form.privacy` of locales/*/contact.json.
  privacyNotice: 'contact-2026-11',
};
