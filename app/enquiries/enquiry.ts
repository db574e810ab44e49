import type { Language, Wording } from '#app/i18n/languages.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import type { Chauffeur } from './booking/chauffeur-schema.ts';
import type { Hotel } from './booking/hotel-schema.ts';
import type { Contact } from './contact/contact-schema.ts';
import type { Evacuation } from './evacuation/evacuation-schema.ts';
import type { MedicalFlight } from './medical-flight/medical-flight-schema.ts';

/** What each kind of enquiry carries, normalised. */
export interface EnquiryFields {
  evacuation: Evacuation;
  contact: Contact;
  hotel: Hotel;
  chauffeur: Chauffeur;
  'medical-flight': MedicalFlight;
}

export type EnquiryKind = keyof EnquiryFields;

/** Whether a flight, an ambulance or an escort is asked for: medical files go with it. */
export function isFlight(kind: EnquiryKind): boolean {
  return kind === 'evacuation' || kind === 'medical-flight';
}

/** The fields of an enquiry with the kind that says which they are. */
export type SentFields = { [Kind in EnquiryKind]: { kind: Kind; fields: EnquiryFields[Kind] } }[EnquiryKind];

/** An enquiry as it is stored: durable, with a reference, before any desk has heard of it. */
export type Enquiry = {
  [Kind in EnquiryKind]: {
    id: string;
    reference: string;
    kind: Kind;
    /** The language of the form it was sent with. */
    language: Wording;
    fields: EnquiryFields[Kind];
    attachments: StoredFile[];
    /** Milliseconds since 1970, UTC. */
    receivedAt: number;
    /** A field was filled in that people do not see. It is an enquiry all the same: somebody looks at it. */
    mayBeAutomated?: boolean;
  };
}[EnquiryKind];

/**
 * What goes to the desk in one piece: an enquiry; documents that came later, or contact details that were corrected,
 * with the enquiry they belong to (its attachments are those of the parcel only); or word that the visitor had it
 * erased here, so that the desk erases its copy.
 */
export type Parcel =
  | { purpose: 'enquiry' | 'documents' | 'correction'; enquiry: Enquiry; heldBack?: HeldBack }
  | { purpose: 'erasure'; reference: string; kind: EnquiryKind };

/** Files of a parcel that do not leave with it, which the desk is told. Undefined where all of them leave. */
export interface HeldBack {
  /** Those that the virus check stopped for good; they are none of the enquiry's attachments. */
  files: HeldBackFile[];
  /** How many had no verdict in time and come in a parcel of their own. */
  following: number;
}

export interface HeldBackFile extends StoredFile {
  verdict: 'infected' | 'unchecked';
  /** The signature's name, or what kept the file from being checked. */
  finding: string;
}

export type ParcelPurpose = Parcel['purpose'];

/** `waiting`: being handed over, again and again. `refused`: the desk said no, a person has to look. */
export type DeliveryState = 'waiting' | 'delivered' | 'refused';

/** The language in which the API and people without Russian are spoken to about an enquiry. */
export function pageLanguageOf({ language }: { language: Wording }): Language {
  return language === 'ru' ? 'en' : language;
}
