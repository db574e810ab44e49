import { timestampAt } from '#app/clock/wall-clock.ts';
import { callOutcomes, closingReasons, type EventDetails, type EventKind } from '#app/enquiries/progress/progress.ts';

/** Maximum length of a note (characters). */
export const maxNoteLength = 4000;

/** The states that somebody at the desk sets by hand. */
export const settableStates = ['waiting', 'hospital', 'answered'] as const;

/** The kinds of events that only leads may record. */
export const leadKinds: readonly EventKind[] = ['restricted', 'unrestricted'];

/** What a form of the request page asks for. */
export interface RequestedChange {
  kind: EventKind;
  details?: EventDetails;
  /** Whether it only adds something, so that it cannot overwrite what somebody else has done. */
  onlyAdds: boolean;
}

/** Why a form cannot be accepted; a key of the desk's texts. */
export type ChangeProblem = 'emptyNote' | 'longNote' | 'noOutcome' | 'badTime' | 'noReason' | 'unknown';

/**
 * Reads a form of the request page.
 * @param personId the person who sent it
 * @param people the ids of the people to whom a request can be handed over
 * @param now Unix time in ms
 */
export function parseChange(
  form: FormData,
  { personId, people, now }: { personId: string; people: readonly string[]; now: number },
): RequestedChange | { problem: ChangeProblem } {
  const text = textField(form, 'text');
  if (text.length > maxNoteLength) return { problem: 'longNote' };
  switch (textField(form, 'intent')) {
    case 'take':
      return { kind: 'taken', details: { owner: personId }, onlyAdds: false };
    case 'assign': {
      const owner = textField(form, 'person');
      if (owner !== '' && !people.includes(owner)) return { problem: 'unknown' };
      return { kind: 'handed', details: { owner: owner === '' ? null : owner }, onlyAdds: false };
    }
    case 'call': {
      const outcome = callOutcomes.find((name) => name === textField(form, 'outcome'));
      if (!outcome) return { problem: 'noOutcome' };
      const again = textField(form, 'again');
      const againAt = again === '' ? undefined : parseGermanTime(again);
      if (again !== '' && (againAt === undefined || againAt <= now)) return { problem: 'badTime' };
      return { kind: 'called', details: { outcome, againAt, ...(text && { text }) }, onlyAdds: true };
    }
    case 'note':
      return text === '' ? { problem: 'emptyNote' } : { kind: 'note', details: { text }, onlyAdds: true };
    case 'state': {
      const kind = settableStates.find((state) => state === textField(form, 'state'));
      return kind ? { kind, onlyAdds: false } : { problem: 'unknown' };
    }
    case 'close': {
      const reason = closingReasons.find((name) => name === textField(form, 'reason'));
      if (!reason) return { problem: 'noReason' };
      return { kind: 'closed', details: { reason, ...(text && { text }) }, onlyAdds: false };
    }
    case 'restrict':
      return { kind: 'restricted', ...(text && { details: { text } }), onlyAdds: false };
    case 'lift':
      return { kind: 'unrestricted', ...(text && { details: { text } }), onlyAdds: false };
    default:
      return { problem: 'unknown' };
  }
}

/**
 * Parses the value of a `datetime-local` field in German time.
 * @returns Unix time in ms; undefined if it is not a valid time
 */
export function parseGermanTime(value: string): number | undefined {
  const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d)?$/.exec(value) ?? [];
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  // `Date.parse` may turn 31 February into a day in March.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== date) return undefined;
  return timestampAt(asUtc / 1000, 'Europe/Berlin') * 1000;
}

function textField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim().replace(/\r\n/g, '\n') : '';
}
