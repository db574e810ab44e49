import type { FileLimits } from '#app/uploads/limits.ts';
import { chauffeurKind } from './chauffeur/chauffeur-kind.server.ts';
import { contactKind } from './contact/contact-kind.server.ts';
import type { EnquiryFormDefinition, EnquiryKindDefinition } from './enquiry-kind.ts';
import { evacuationKind } from './evacuation/evacuation-kind.server.ts';
import { hotelKind } from './hotel/hotel-kind.server.ts';
import { medicalFlightKind } from './medical-flight/medical-flight-kind.server.ts';

/** Every kind of enquiry. The key is stored with each enquiry, so it never changes. */
const definitions = {
  evacuation: evacuationKind,
  contact: contactKind,
  hotel: hotelKind,
  chauffeur: chauffeurKind,
  'medical-flight': medicalFlightKind,
};

export type EnquiryKind = keyof typeof definitions;

/** The normalised fields of each kind of enquiry. */
export type EnquiryFields = {
  [Kind in EnquiryKind]: (typeof definitions)[Kind] extends EnquiryKindDefinition<Kind, infer Fields> ? Fields : never;
};

/** The definition of a kind. */
export type DefinitionOf<Kind extends EnquiryKind> = EnquiryKindDefinition<Kind, EnquiryFields[Kind]>;

/** The form definition of any kind. */
export type AnyFormDefinition = {
  [Kind in EnquiryKind]: EnquiryFormDefinition<Kind, EnquiryFields[Kind]>;
}[EnquiryKind];

/** Every definition, by kind. */
export const enquiryKinds: { [Kind in EnquiryKind]: DefinitionOf<Kind> } = definitions;

/** The definition of an enquiry's kind, for fields of the same enquiry. */
export function definitionOf<Kind extends EnquiryKind>(kind: Kind): EnquiryKindDefinition<Kind, EnquiryFields[Kind]> {
  return enquiryKinds[kind];
}

/** A form with several requests, chosen by the fields of the post. All accept the same files. */
export interface FormChoice {
  files: FileLimits['types'];
  /** @returns the form definition to parse the fields with, and a problem if the request cannot be determined */
  choose: (fields: FormData) => { definition: AnyFormDefinition; problem?: 'which_request' };
}
