import { formatReference } from '#app/enquiries/reference.ts';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { Desk, DeskSite } from '../access.server.ts';
import { deskPage } from '../desk-page.server.tsx';
import { listPeople } from '../people/people.server.ts';
import { readFamilySide } from '../requests/family-side.server.ts';
import { readDeskRequest } from '../requests/read-request.server.ts';
import { fill } from '../texts/desk-texts.ts';
import type { RequestOutcome } from '../view/request-outcome.ts';
import { RequestPage } from '../view/request-page.tsx';

/** Responds with the page of a request, and records that it was opened. */
export async function requestPage(
  { database, env, readingAudit }: DeskSite,
  {
    desk,
    routeId,
    reference,
    now,
    status = 200,
    outcome,
    historyPage = null,
  }: {
    desk: Desk;
    routeId: string;
    reference: string;
    /** Unix time in ms. */
    now: number;
    status?: number;
    outcome: RequestOutcome;
    /** See `RequestPageProps`. */
    historyPage?: string | null;
  },
): Promise<Response> {
  const { request: texts } = desk.texts;
  const record = await readDeskRequest(database, reference);
  if (!record) {
    return deskPage(
      { routeId, title: desk.texts.requests.title, section: 'requests', status: 404, desk },
      <Notice variant="problem">
        <p>{texts.gone}</p>
      </Notice>,
    );
  }
  await readingAudit.record({ at: now, personId: desk.person.id, action: 'request_opened', subject: reference });
  const title = fill(texts.title, { reference: formatReference(reference) });
  return deskPage(
    { routeId, title, section: 'requests', status, desk },
    <RequestPage
      desk={desk}
      record={record}
      people={await listPeople(database)}
      family={await readFamilySide(database, record.enquiry.id, now)}
      outcome={outcome}
      historyPage={historyPage}
      closedDays={env.CLOSED_DAYS}
    />,
  );
}
