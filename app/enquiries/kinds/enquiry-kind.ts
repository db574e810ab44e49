import type { Submission } from '@conform-to/react';
import type { IsoDate } from '#app/i18n/format/dates.ts';
import type { FormLanguage, StaffLanguage } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import type { Resources } from '#app/i18n/texts/resources.server.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import type { ContactDetails, OptionalDetail } from '../contact-details/contact-details.ts';
import type { MedicalNeed } from './medical-flight/medical-flight-fields.ts';
import type { Row } from './row.ts';

/** The namespaces with a privacy notice. */
type PrivacyNamespace = {
  [Name in keyof Resources]: Resources[Name] extends { form: { privacy: string } } ? Name : never;
}[keyof Resources];

/** The fields of a call to the product's API, in order, without files. */
export type ApiFields = readonly (readonly [name: string, value: string])[];

/** Origin and destination, as typed. */
interface Journey {
  origin: string;
  destination: string;
}

/**
 * What a receipt confirms: a flight or ground transport, a message, a hotel, a driver, or another service. Hotel and
 * chauffeur requests do not concern the patient's treatment, and their forms have no file field.
 */
export type ReceiptType = 'flight' | 'message' | 'service' | BookingType;

/** What the company books in addition to treatment and transport. */
export type BookingType = 'hotel' | 'chauffeur';

/** The parts of an enquiry that determine its urgency. */
interface UrgencyFactors {
  /** The requested date, or the first one if there are several. */
  date?: IsoDate;
  asSoonAsPossible?: boolean;
  /** Whether the family says that the request is urgent. */
  isStatedUrgent?: boolean;
  /** Whether the patient needs a flight, but the family has not said when. */
  isTimeUnknown?: boolean;
  needs?: readonly MedicalNeed[];
  /** Free text about the patient. */
  texts?: readonly (string | undefined)[];
}

/**
 * Everything that the site knows about one kind of enquiry, except the inputs of its form. Those are in a `…-form.tsx`
 * beside the definition, because browsers load them.
 */
export interface EnquiryKindDefinition<Kind extends string, Fields extends ContactDetails> {
  kind: Kind;
  /** The kind's name for staff, in emails and notices. */
  label: Record<StaffLanguage, string>;
  /** The namespace with the texts of the form. */
  namespace: PrivacyNamespace;
  /** Paths of the pages that contain the form, without the language. */
  pages: readonly string[];
  /** The types of files that the form and the receipt accept. */
  files: FileLimits['types'];
  /** The contact details that the family may leave out, in the form and when it corrects them. */
  optionalDetails: readonly OptionalDetail[];
  /** Whether the form asks for health data, and therefore shows the consent to its use (`forms.consent`) above the files. */
  asksForHealthData: boolean;
  /** Version of the privacy notice: the text `form.privacy`, and the consent if there is one. Change it with either text. */
  privacyNotice: string;
  receiptType: ReceiptType;
  /** Whether the receipt opens a dialog. False for kinds where nothing should obscure the page, such as evacuations. */
  hasReceiptDialog: boolean;
  /** Returns the summary rows, without the contact details. Empty fields have no row. */
  rows: (fields: Fields) => Row[];
  /**
   * The call to the product's API; `language` is that of the form. `message` if the API has no call for this kind, so
   * it is sent as a contact message that contains the summary rows.
   */
  apiRequest: { path: string; fields: (fields: Fields, language: FormLanguage) => ApiFields } | 'message';
  /** Returns the parts of an email's subject that tell staff what to do. They contain no medical data and no typed text. */
  subject: (fields: Fields) => string[];
  /** Returns the journey; undefined if the kind has none. */
  journey: (fields: Fields) => Journey | undefined;
  /** Returns what determines the urgency. */
  urgency: (fields: Fields) => UrgencyFactors;
}

/** A definition that can also parse its submitted form data. */
export interface EnquiryFormDefinition<
  Kind extends string,
  Fields extends ContactDetails,
> extends EnquiryKindDefinition<Kind, Fields> {
  /** The name of the field with the phone number. */
  phoneFieldName: string;
  /**
   * Parses the form's fields into a conform submission whose errors are message codes.
   * @param hasFiles whether the visitor has sent files, for a form in which a file may replace text
   */
  parse: (formData: FormData, hasFiles?: boolean) => Submission<unknown, MessageCode[], Fields>;
}
