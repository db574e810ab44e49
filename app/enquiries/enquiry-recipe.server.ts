import type { Submission } from '@conform-to/react';
import type { Language } from '#app/i18n/languages.ts';
import type { FileRules } from '#app/uploads/keep-file.server.ts';
import type { EnquiryFields, EnquiryKind } from './enquiry.ts';
import type { FormProblem } from './form-answer.ts';

/** What tells one kind of enquiry's post from another's, and which files it takes. */
export interface EnquiryRecipe<Kind extends EnquiryKind> {
  kind: Kind;
  /** Reads the form's fields, by conform. */
  read: (fields: FormData, language: Language) => Submission<EnquiryFields[Kind]>;
  files: FileRules;
  /** Names the wording of the privacy notice beside the send button; changes whenever the wording does. */
  privacyNotice: string;
}

export type AnyRecipe = { [Kind in EnquiryKind]: EnquiryRecipe<Kind> }[EnquiryKind];

/** A form of several requests: which of them a post sends is in its fields. All take the same files. */
export interface RecipeChoice {
  files: FileRules;
  /** @returns the recipe to read the fields by, and the problem where it cannot be told which request is meant */
  choose: (fields: FormData) => { recipe: AnyRecipe; problem?: FormProblem };
}
