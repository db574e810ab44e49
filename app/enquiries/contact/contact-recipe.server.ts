import { isSoundDocument } from '#app/uploads/docx.server.ts';
import { letterFileType } from '#app/uploads/file-type.server.ts';
import { contactFiles } from '#app/uploads/limits.ts';
import type { EnquiryRecipe } from '../enquiry-recipe.server.ts';
import { readContact } from './read-contact.server.ts';

/** How a post of the contact form is read. */
export const contactRecipe: EnquiryRecipe<'contact'> = {
  kind: 'contact',
  read: readContact,
  limits: contactFiles,
  typeOf: letterFileType,
  isSound: isSoundDocument,
  // The text `form.privacy` of locales/*/contact.json.
  privacyNotice: 'contact-2026-11',
};
