/** A notice. Contains no names, numbers, addresses, medical data or file names. */
export type Notice = StaffNotice | FamilyNotice;

/** A notice for staff. */
export type StaffNotice = RequestNotice | TroubleNotice;

/**
 * A notice for the family that sent a request: the `link` to the page of the request, or that there is `news` on it.
 */
export interface FamilyNotice {
  type: 'family.link' | 'family.news';
  /** The formatted reference. */
  reference: string;
  /** Time of the event (ISO 8601 in UTC). */
  at: string;
  /** The network from which the link was asked for, see `VisitorKey`. */
  network?: number;
}

/**
 * A notice about a request. `received`: the request has arrived. `not_taken`: a reminder that nobody has taken it.
 * `escalated`: a reminder for the escalation recipients. `documents`: the visitor has added files. `answer`: the family
 * has written, with or without files. `call_again`: it is time to call the family again. `expiring`: the request will
 * be erased because nobody has closed it.
 */
export interface RequestNotice {
  type:
    | 'request.received'
    | 'request.not_taken'
    | 'request.escalated'
    | 'request.documents'
    | 'request.answer'
    | 'request.call_again'
    | 'request.expiring';
  /** The formatted reference: `W3FR-G49H`. */
  reference: string;
  /** The kind of enquiry. */
  kind: string;
  urgent: boolean;
  reasons: string[];
  /** Countries of the journey (ISO 3166-1 alpha-2), if recognised. */
  from?: string;
  to?: string;
  /** The form language. */
  language: string;
  /** Time of the event (ISO 8601 in UTC). */
  at: string;
  /** The address of the request at the web desk; set when the notice is sent, if the desk has accounts by then. */
  link?: string;
}

/** A notice about something that has stopped working, or is working again. */
export interface TroubleNotice {
  type: 'trouble.began' | 'trouble.over';
  trouble: TroubleName;
  /** Formatted reference of the affected request, if there is exactly one. */
  reference?: string;
  /** A technical description without personal data. */
  reason?: string;
  /** Time of the event (ISO 8601 in UTC). */
  at: string;
}

export type TroubleName =
  /** The desk rejected a request, and a person has to look at it. */
  | 'desk_refused'
  /** The desk cannot be reached, or deliveries fail. */
  | 'desk_away'
  | 'disk_low'
  /** Files of requests are missing from the store. */
  | 'files_missing'
  /** Files cannot be stored: requests with files are returned to their visitors. */
  | 'files_refused'
  /** The system clock has jumped ahead: expired requests are not erased until somebody confirms the clock. */
  | 'clock_leapt'
  /** The virus scanner does not respond: files are withheld. */
  | 'scanner_away'
  /** So many emails to families have been sent that others wait. */
  | 'family_mail_held'
  /** Requests cannot be stored: visitors are asked to call. */
  | 'database_fault';

/** The recipients of a notice for staff: everybody on duty, or the escalation recipients. */
export type StaffAudience = 'everybody' | 'escalation';
export type Audience = StaffAudience | 'family';
