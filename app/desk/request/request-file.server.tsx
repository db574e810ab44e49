import { parseReference } from '#app/enquiries/reference.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { Desk, DeskSite } from '../access.server.ts';
import { deskPage } from '../desk-page.server.tsx';
import { fileAccess, fileResponse } from '../requests/request-file.server.ts';
import { FormToken } from '../view/form-token.tsx';

/**
 * Responds with a file of a request and records that it was opened. A file that has not been checked for viruses is
 * opened only after a warning.
 * @param params the reference and the number of the file, counted from 1
 */
export async function requestFile(
  { database, files, readingAudit }: DeskSite,
  {
    desk,
    routeId,
    params,
    hasSeenWarning = false,
    now,
  }: {
    desk: Desk;
    routeId: string;
    params: Record<string, string | undefined>;
    hasSeenWarning?: boolean;
    /** Unix time in ms. */
    now: number;
  },
): Promise<Response> {
  const { request: texts } = desk.texts;
  const page = { routeId, title: texts.files, section: 'requests', desk } as const;
  const reference = parseReference(params.reference ?? '') ?? '';
  const record = await readEnquiry(database, { reference });
  const index = Number(params.number) - 1;
  const access = record && fileAccess(record, index);
  if (access === 'warning' && !hasSeenWarning) {
    return deskPage(
      page,
      <form method="post" className="grid gap-4 justify-items-start">
        <FormToken value={desk.formToken} />
        <Notice variant="problem">
          <p>{texts.uncheckedText}</p>
        </Notice>
        <Button variant="secondary" type="submit">
          {texts.openUnchecked}
        </Button>
        <a href={`/desk/requests/${reference}`} className="disclosure">
          {texts.backToRequest}
        </a>
      </form>,
    );
  }
  const response = record && access !== 'none' ? await fileResponse(record, index, files) : undefined;
  if (!response) {
    return deskPage(
      { ...page, status: 404 },
      <Notice variant="problem">
        <p>{texts.noFile}</p>
      </Notice>,
    );
  }
  const action = access === 'warning' ? 'unchecked_file_opened' : 'file_opened';
  await readingAudit.record({ at: now, personId: desk.person.id, action, subject: reference });
  return response;
}
