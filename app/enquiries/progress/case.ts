import { type CaseState, endsAlarm, kindOf, type RequestEvent } from './progress.ts';

/** Where a request stands, as derived from its events. */
export interface Case {
  state: CaseState;
  /** Id of the person who has taken it, was handed it or, without either, was the first to act on it. */
  owner: string | null;
  /** Whether it is closed or somebody is looking after it. Handing it to nobody ends the latter. */
  isTaken: boolean;
  /** When it was closed (Unix time in ms), if it is. */
  closedAt: number | null;
  /** When to call the family again (Unix time in ms). */
  callAgainAt: number | null;
  /** When its processing was restricted (GDPR, article 18; Unix time in ms), if it is. */
  restrictedAt: number | null;
}

const newCase: Case = {
  state: 'new',
  owner: null,
  isTaken: false,
  closedAt: null,
  callAgainAt: null,
  restrictedAt: null,
};

/**
 * Derives where a request stands from its events.
 * @param events those that have not been undone, oldest first
 */
export function caseOf(events: readonly Pick<RequestEvent, 'kind' | 'at' | 'details'>[]): Case {
  const latest = events.reduce(applyEvent, newCase);
  return { ...latest, isTaken: latest.isTaken || latest.state === 'closed' };
}

function applyEvent(previous: Case, event: Pick<RequestEvent, 'kind' | 'at' | 'details'>): Case {
  const { kind, at, details } = event;
  const { state = previous.state } = kindOf(kind);
  // Applies to a closed request too: if it is reopened, nobody is looking after it.
  const isGivenUp = kind === 'handed' && details.owner === null;
  const isTaken = !isGivenUp && (previous.isTaken || endsAlarm(event));
  return {
    // A call that reached the family takes a request; what the family sends does not.
    state: state === 'new' && isTaken ? 'taken' : state === 'taken' && !isTaken ? 'new' : state,
    owner: details.owner === undefined ? previous.owner : details.owner,
    isTaken,
    closedAt: state === 'closed' ? (kind === 'closed' ? at : previous.closedAt) : null,
    callAgainAt: kind === 'called' ? (details.againAt ?? null) : state === 'closed' ? null : previous.callAgainAt,
    restrictedAt: kind === 'restricted' ? at : kind === 'unrestricted' ? null : previous.restrictedAt,
  };
}
