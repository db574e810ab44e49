import type { Desk } from '../access.server.ts';
import type { Person } from '../people/person.ts';
import type { DeskRequestRecord } from '../requests/read-request.server.ts';
import { OutcomeNotice } from './outcome-notice.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestFields, RequestFiles } from './request-content.tsx';
import { RequestHistory } from './request-history.tsx';
import type { RequestOutcome } from './request-outcome.ts';
import { RequestSummary } from './request-summary.tsx';

export interface RequestPageProps {
  desk: Desk;
  record: DeskRequestRecord;
  people: readonly Person[];
  outcome: RequestOutcome;
  /** After how many days a closed request is erased. */
  closedDays: number;
}

/** One request: who, what, the files, what has happened, and what to do next. */
export function RequestPage(props: RequestPageProps) {
  const { desk, record, outcome } = props;
  return (
    <>
      <a href="/desk/requests" className="disclosure justify-self-start">
        {desk.texts.request.back}
      </a>
      <OutcomeNotice texts={desk.texts} outcome={outcome} />
      <RequestSummary {...props} />
      <RequestActions {...props} />
      <RequestFields desk={desk} record={record} />
      <RequestFiles desk={desk} record={record} />
      <RequestHistory {...props} />
    </>
  );
}
