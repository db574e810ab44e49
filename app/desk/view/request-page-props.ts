import type { Desk } from '../access.server.ts';
import type { Person } from '../people/person.ts';
import type { FamilySide } from '../requests/family-side.server.ts';
import type { DeskRequestRecord } from '../requests/read-request.server.ts';
import type { RequestOutcome } from './request-outcome.ts';

/** What the page of a request shows. */
export interface RequestPageProps {
  desk: Desk;
  record: DeskRequestRecord;
  people: readonly Person[];
  family: FamilySide;
  outcome: RequestOutcome;
  /** The number of the page of the history, see `listPage`. */
  historyPage: string | null;
  /** After how many days a closed request is erased. */
  closedDays: number;
}
