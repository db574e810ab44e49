import type { Submission } from '@conform-to/react';
import type { Language } from '#app/i18n/languages.ts';
import type { FileRules } from '#app/uploads/keep-file.server.ts';
import type { EnquiryFields, EnquiryKind } from './enquiry.ts';

/** What tells one kind of enquiry's post from another's. */
export interface EnquiryRecipe<Kind extends EnquiryKind> extends FileRules {
  kind: Kind;
  /** Reads the form's fields, by conform. */
  read: (fields: FormData, language: Language) => Submission<EnquiryFields[Kind]>;
  /** Names the wording of the privacy notice beside the send button; changes whenever the wording does. */
  privacyNotice: string;
}

/**
 * A form's own fields and nothing else. conform makes structures of names such as `a[99999999]` and obeys
 * names such as `__intent__`; a stranger's post must not reach it with those.
 */
export function knownFields(fields: FormData, names: readonly string[]): FormData {
  const known = new FormData();
  for (const name of names) {
    for (const value of fields.getAll(name)) known.append(name, value);
  }
  return known;
}
