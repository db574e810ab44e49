import type { FileLimits } from '#app/uploads/limits.ts';
import { callBackKind } from './call-back/call-back-kind.server.ts';
import { chauffeurKind } from './chauffeur/chauffeur-kind.server.ts';
import { contactKind } from './contact/contact-kind.server.ts';
import type { EnquiryFormDefinition, EnquiryKindDefinition } from './enquiry-kind.ts';
import { evacuationKind } from './evacuation/evacuation-kind.server.ts';
import { flightBookingKind } from './flight-booking/flight-booking-kind.server.ts';
import { hotelKind } from './hotel/hotel-kind.server.ts';
import { medicalFlightKind } from './medical-flight/medical-flight-kind.server.ts';
import { treatmentKind } from './treatment/treatment-kind.server.ts';

/** The definition of every kind of enquiry. The keys are stored with enquiries, so they must never change. */
const definitions = {
  evacuation: evacuationKind,
  contact: contactKind,
  hotel: hotelKind,
  chauffeur: chauffeurKind,
  'medical-flight': medicalFlightKind,
  treatment: treatmentKind,
  'call-back': callBackKind,
  'flight-booking': flightBookingKind,
};

/** A kind of enquiry: the form that it came from. */
export type EnquiryKind = keyof typeof definitions;

/** The normalised fields of each kind of enquiry. */
export type EnquiryFields = {
  [Kind in EnquiryKind]: (typeof definitions)[Kind] extends EnquiryKindDefinition<Kind, infer Fields> ? Fields : never;
};

/** The definition of one kind. */
export type DefinitionOf<Kind extends EnquiryKind> = EnquiryKindDefinition<Kind, EnquiryFields[Kind]>;

/** A form definition of any kind. */
export type AnyFormDefinition = {
  [Kind in EnquiryKind]: EnquiryFormDefinition<Kind, EnquiryFields[Kind]>;
}[EnquiryKind];

/** All definitions, by kind. */
export const enquiryKinds: { [Kind in EnquiryKind]: DefinitionOf<Kind> } = definitions;

/** Returns the definition of an enquiry's kind, typed so that it accepts the fields of the same enquiry. */
export function definitionOf<Kind extends EnquiryKind>(kind: Kind): EnquiryKindDefinition<Kind, EnquiryFields[Kind]> {
  return enquiryKinds[kind];
}

/**
 * A form that can send several kinds of request; the submitted fields determine which. All of them accept the same
 * files.
 */
export interface FormChoice {
  files: FileLimits['types'];
  /**
   * Chooses the submitted request.
   * @returns the form definition that parses the fields, and a problem if the request cannot be determined
   */
  choose: (fields: FormData) => { definition: AnyFormDefinition; problem?: 'which_request' };
}
