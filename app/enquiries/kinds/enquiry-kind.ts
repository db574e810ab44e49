import type { Submission } from '@conform-to/react';
import type { IsoDate } from '#app/i18n/format/dates.ts';
import type { FormLanguage, StaffLanguage } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import type { MedicalNeed } from './medical-flight/medical-flight-fields.ts';
import type { Row } from './row.ts';

/** The contact details in the fields of every kind. */
export interface Person {
  name: string;
  phone: string;
  email: string;
}

/** The fields of a call of the product's API, in order, without files. */
export type CallFields = readonly (readonly [name: string, value: string])[];

/** Origin and destination as typed. */
interface Journey {
  origin: string;
  destination: string;
}

/** What the urgency of an enquiry depends on. */
interface UrgencyFacts {
  /** The requested date, or the first of several. */
  date?: IsoDate;
  asSoonAsPossible?: boolean;
  needs?: readonly MedicalNeed[];
  /** Free text about the patient. */
  texts?: readonly (string | undefined)[];
}

/**
 * Everything that the site has to know about one kind of enquiry, except the inputs of its form: they are in a `…-form.tsx`
 * beside the definition, because browsers load them.
 */
export interface EnquiryKindDefinition<Kind extends string, Fields extends Person> {
  kind: Kind;
  /** The kind's name for staff, in mails and notices. */
  label: Record<StaffLanguage, string>;
  /** Paths of the pages that contain its form, without the language. */
  pages: readonly string[];
  /** The files that the form accepts, or that may be added on the receipt. */
  files: FileLimits['types'];
  /** Version of the privacy notice beside the send button: changes whenever the text `form.privacy` does. */
  privacyNotice: string;
  /** What the receipt confirms: a flight or transport, a message, or another service. */
  receipt: 'flight' | 'message' | 'service';
  /** Whether the receipt opens a dialog; not for urgent requests, where nothing should be in the way. */
  hasReceiptDialog: boolean;
  /** The summary rows, without the contact details. Empty fields have no row. */
  rows: (fields: Fields) => Row[];
  /** The call of the product's API. @param language of the form */
  call: { path: string; fields: (fields: Fields, language: FormLanguage) => CallFields };
  /** The parts of a mail's subject that tell what to do: no medical data and no typed text. */
  subject: (fields: Fields) => string[];
  /** Undefined if the kind has no journey. */
  journey: (fields: Fields) => Journey | undefined;
  urgency: (fields: Fields) => UrgencyFacts;
}

/** A definition together with how a post of its form is parsed. */
export interface EnquiryFormDefinition<Kind extends string, Fields extends Person> extends EnquiryKindDefinition<
  Kind,
  Fields
> {
  /** Parses the form's fields into a conform submission, whose errors are message codes. */
  read: (sent: FormData) => Submission<unknown, MessageCode[], Fields>;
}
