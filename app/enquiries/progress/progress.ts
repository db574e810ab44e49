/** Where a request stands: `waiting` for the family, `hospital` for answers from hospitals. */
export const caseStates = ['new', 'taken', 'waiting', 'hospital', 'answered', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];

interface Kind {
  /** The state that the event leads to; if undefined, the state does not change. */
  state?: CaseState;
  /** Whether whoever does this is looking after the request, see {@link endsAlarm}. */
  isTaken: boolean;
  /** Whether the family sees it. */
  isShown: boolean;
  /** Whether the desk can undo it. What a family has been asked for or sent cannot be undone. */
  isUndoable: boolean;
}

/** What may happen to a request after it has arrived. */
const kinds = {
  read: { isTaken: false, isShown: true, isUndoable: false },
  taken: { state: 'taken', isTaken: true, isShown: true, isUndoable: true },
  /** Somebody else is looking after it from now on. */
  handed: { isTaken: true, isShown: false, isUndoable: true },
  /** Somebody called the family, or tried to. */
  called: { isTaken: true, isShown: true, isUndoable: true },
  /** Information is missing. */
  waiting: { state: 'waiting', isTaken: true, isShown: true, isUndoable: true },
  /** The family is asked for documents or an answer. */
  asked: { state: 'waiting', isTaken: true, isShown: true, isUndoable: false },
  /** Hospitals are asked. */
  hospital: { state: 'hospital', isTaken: true, isShown: true, isUndoable: true },
  answered: { state: 'answered', isTaken: true, isShown: true, isUndoable: true },
  /** Files were sent to the family, such as an offer. */
  sent: { state: 'answered', isTaken: true, isShown: true, isUndoable: false },
  /** The family has sent something, so it is the company's turn. */
  replied: { state: 'taken', isTaken: false, isShown: false, isUndoable: false },
  note: { isTaken: false, isShown: false, isUndoable: true },
  closed: { state: 'closed', isTaken: true, isShown: true, isUndoable: true },
  /** Its processing is restricted (GDPR, article 18): it is only stored. */
  restricted: { isTaken: false, isShown: true, isUndoable: false },
  /** The restriction is lifted. */
  unrestricted: { isTaken: false, isShown: true, isUndoable: false },
} as const satisfies Record<string, Kind>;

export type EventKind = keyof typeof kinds;
export const eventKinds = Object.keys(kinds) as [EventKind, ...EventKind[]];

type ShownKind = { [Name in EventKind]: (typeof kinds)[Name]['isShown'] extends true ? Name : never }[EventKind];

/** What families see. */
export type ProgressState = ShownKind;

/** What the company's own system may report. */
export const reportableStates = ['read', 'taken', 'called', 'waiting', 'answered', 'closed'] as const;
export type ReportableState = (typeof reportableStates)[number];

/** Returns what is known about a kind of event. */
export function kindOf(kind: EventKind): Kind {
  return kinds[kind];
}

/**
 * Whether an event means that somebody is now looking after the request, which stops the reminders. A call that nobody
 * answered does not: the family still waits.
 */
export function endsAlarm({ kind, details }: Pick<RequestEvent, 'kind' | 'details'>): boolean {
  return kinds[kind].isTaken && details.outcome !== 'not_reached';
}

/** Whether families see events of this kind. */
export function isShown(kind: EventKind): kind is ProgressState {
  return kinds[kind].isShown;
}

/** Whether the desk can undo events of this kind. */
export function isUndoable(kind: EventKind): boolean {
  return kinds[kind].isUndoable;
}

/** The events that families are told about by email, if they want emails. */
const newsKinds: readonly EventKind[] = ['asked', 'answered', 'sent', 'closed'];

/** Whether families are told about events of this kind by email. */
export function isNews(kind: EventKind): boolean {
  return newsKinds.includes(kind);
}

/** Why a request was closed. */
export const closingReasons = [
  ...(['arranged', 'not_possible', 'declined', 'no_answer', 'duplicate', 'automated', 'other'] as const),
] as const;

export type ClosingReason = (typeof closingReasons)[number];

export const callOutcomes = ['reached', 'not_reached'] as const;

/** The details of an event; which of them are set depends on its kind. */
export interface EventDetails {
  /** Id of the person who looks after the request from now on; null for nobody. */
  owner?: string | null;
  outcome?: (typeof callOutcomes)[number];
  /** When to call again (Unix time in ms). */
  againAt?: number | undefined;
  reason?: ClosingReason;
  /** Text for colleagues or, with `asked` and `sent`, for the family. */
  text?: string;
  /** For `replied`, the number of the outbox message that holds what the family sent. */
  message?: number;
}

/** Who caused an event: the company's system, somebody with `npm run enquiries`, the family, or a person at the desk. */
export type EventSource = 'api' | 'command-line' | 'family' | { personId: string };

/** Something that happened to a request. */
export interface RequestEvent {
  id: string;
  kind: EventKind;
  /** When it happened (Unix time in ms). */
  at: number;
  source: EventSource;
  details: EventDetails;
}

/** An event that families see. */
export interface ProgressEvent {
  state: ProgressState;
  /** When it happened (Unix time in ms). */
  at: number;
}
