import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { Desk, DeskSite } from '../access.server.ts';
import { deskPage } from '../desk-page.server.tsx';
import { GermanSheet } from '../view/german-sheet.tsx';

/**
 * Responds with a request's sheet for hospitals, which is in German whatever the language of the desk, and records that
 * it was opened.
 */
export async function germanSheet(
  { database, readingAudit }: DeskSite,
  { desk, routeId, reference, now }: { desk: Desk; routeId: string; reference: string; now: number },
): Promise<Response> {
  const { request: texts } = desk.texts;
  const record = await readEnquiry(database, { reference });
  if (record) {
    await readingAudit.record({ at: now, personId: desk.person.id, action: 'sheet_opened', subject: reference });
  }
  return deskPage(
    { routeId, title: texts.sheet, section: 'requests', status: record ? 200 : 404, desk },
    record ? (
      <GermanSheet desk={desk} enquiry={record.enquiry} />
    ) : (
      <Notice variant="problem">
        <p>{texts.gone}</p>
      </Notice>
    ),
  );
}
