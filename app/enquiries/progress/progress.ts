/**
 * What may happen to an enquiry after it has arrived, as families see it. `isTaken`: somebody is now looking after it,
 * which stops the reminders.
 */
const states = {
  read: { isTaken: false },
  taken: { isTaken: true },
  /** Somebody tried to call the family. */
  called: { isTaken: true },
  /** Information is missing. */
  waiting: { isTaken: true },
  answered: { isTaken: true },
  closed: { isTaken: true },
} as const satisfies Record<string, { isTaken: boolean }>;

export type ProgressState = keyof typeof states;

export const progressStates = Object.keys(states) as [ProgressState, ...ProgressState[]];

/** Whether an event's kind is one that families see. Staff may record others. */
export function isProgressState(kind: string): kind is ProgressState {
  return progressStates.some((state) => state === kind);
}

/** Whether a state means that somebody is looking after the enquiry. */
export function isTakenIn(state: ProgressState): boolean {
  return states[state].isTaken;
}

/** Who reported an event: the company's system, somebody with `npm run enquiries`, or a person at the desk. */
export type ProgressSource = 'api' | 'command-line' | { personId: string };

/** An event that families see. */
export interface ProgressEvent {
  state: ProgressState;
  /** When it happened (Unix time in ms). */
  at: number;
}
