import { FamilyForms } from './family-forms.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestFields, RequestFiles } from './request-content.tsx';
import { RequestHistory } from './request-history.tsx';
import type { RequestPageProps } from './request-page-props.ts';
import { RequestSummary } from './request-summary.tsx';

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
      <div className="desk-columns">
        <div className="desk-column-aside">
          <RequestActions {...props} />
          <FamilyForms {...props} />
        </div>
        <div className="desk-column-main">
          <RequestFields desk={desk} record={record} />
          <RequestFiles desk={desk} record={record} />
          <RequestHistory {...props} />
        </div>
      </div>
    </>
  );
}
