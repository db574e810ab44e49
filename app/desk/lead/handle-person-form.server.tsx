import { Readable } from 'node:stream';
import type { Environment } from '#app/env/env.server.ts';
import { zipStream } from '#app/zip/zip-stream.ts';
import { type Desk, type DeskSite, textOf } from '../access.server.ts';
import { recordAction, recordAudit } from '../audit/audit.server.ts';
import { deskPage } from '../desk-page.server.tsx';
import { eraseRequests } from '../person/erase-requests.server.ts';
import { findRequests, readSelected } from '../person/found-requests.server.ts';
import { listOutsideCopies } from '../person/outside-copies.server.ts';
import { personFolder } from '../person/person-folder.server.ts';
import { privateHeaders } from '../private-headers.ts';
import type { DeskRequestRecord } from '../requests/read-request.server.ts';
import type { RequestIndex } from '../requests/request-index.server.ts';
import { verifyAgain } from '../sign-in/verify-again.server.ts';
import { ErasedPerson, ErasureQuestion, PersonPage, type PersonPageProps } from '../view/person-page.tsx';

/** What this page needs from the site, in addition to what all desk pages need. */
interface PersonSite extends DeskSite {
  requestIndex: RequestIndex;
  trustedTime: { offset(): number };
  retentionRunner: { recordErasures(): Promise<void>; overwriteSoon(): void };
}

interface PersonRequest {
  desk: Desk;
  form: FormData;
  routeId: string;
  /** Unix time in ms. */
  now: number;
}

/** Responds with the page on which a lead finds one person. */
export function personPage(
  { desk, routeId }: Pick<PersonRequest, 'desk' | 'routeId'>,
  props: Omit<PersonPageProps, 'desk'> = {},
): Response {
  const status = props.problem === undefined && props.codeProblem === undefined ? 200 : 400;
  return deskPage(
    { routeId, title: desk.texts.person.title, section: 'person', status, desk },
    <PersonPage desk={desk} {...props} />,
  );
}

/**
 * Responds to the forms of the page: finds requests, exports them, asks for confirmation before erasing them, and
 * erases them.
 */
export async function handlePersonForm(site: PersonSite, request: PersonRequest): Promise<Response> {
  const { desk, form, now } = request;
  const intent = textOf(form, 'intent');
  const found = async () => ({
    found: await findRequests(site.requestIndex, desk.person.id, textOf(form, 'q')),
  });
  if (intent === 'find') {
    await recordAction(site.database, { at: now, personId: desk.person.id, action: 'person_searched', subject: null });
    return personPage(request, await found());
  }
  const records = await readSelected(site.database, form);
  const chosen = records.map(({ enquiry }) => enquiry.reference);
  if (records.length === 0) {
    return personPage(request, { ...(await found()), chosen, problem: desk.texts.person.chooseFirst });
  }
  if (intent === 'ask') return askBeforeErasing(request, records);
  const isVerified = desk.isVerified || (await verifyAgain(site.database, desk.session, textOf(form, 'code'), now));
  if (intent === 'erase') {
    return isVerified ? erase(site, request, records) : askBeforeErasing(request, records, desk.texts.signIn.wrong);
  }
  return isVerified
    ? exportFolder(site, request, records)
    : personPage(request, { ...(await found()), chosen, codeProblem: desk.texts.signIn.wrong });
}

function askBeforeErasing(
  { desk, routeId }: PersonRequest,
  records: readonly DeskRequestRecord[],
  codeProblem?: string,
): Response {
  const t = desk.texts.person;
  const erasable = records.filter(({ restrictedAt }) => restrictedAt === null);
  if (erasable.length === 0) return personPage({ desk, routeId }, { problem: t.nothingErased });
  const requests = erasable.map(({ enquiry }) => ({
    reference: enquiry.reference,
    name: enquiry.fields.name,
    phone: enquiry.fields.phone,
  }));
  return deskPage(
    { routeId, title: t.eraseTitle, section: 'person', status: codeProblem === undefined ? 200 : 400, desk },
    <ErasureQuestion {...{ desk, requests, codeProblem }} />,
  );
}

async function erase(
  { database, files, env, trustedTime, retentionRunner }: PersonSite,
  { desk, routeId, now }: PersonRequest,
  records: readonly DeskRequestRecord[],
): Promise<Response> {
  const t = desk.texts.person;
  const erasable = records.filter(({ restrictedAt }) => restrictedAt === null);
  if (erasable.length === 0) return personPage({ desk, routeId }, { problem: t.nothingErased });
  const outside = await listOutsideCopies(database, env, erasable, t.outside);
  let references: string[];
  let isRecorded = false;
  try {
    references = await eraseRequests({ database, files, uploads: { folder: env.UPLOADS_DIR, files } }, erasable, {
      personId: desk.person.id,
      now,
      clockOffset: trustedTime.offset(),
    });
  } finally {
    // Even after an error: some requests may be erased, and each is erased before its files are deleted.
    retentionRunner.overwriteSoon();
    isRecorded = await retentionRunner.recordErasures().then(
      () => true,
      () => false,
    );
  }
  // The copies outside the site are listed in either case, because nothing is left from which to list them again.
  return deskPage(
    {
      ...{ routeId, section: 'person', desk },
      ...(isRecorded ? { title: t.erasedTitle } : { title: t.unrecordedTitle, status: 503 }),
    },
    <ErasedPerson {...{ desk, references, outside, now, isRecorded }} />,
  );
}

/** Responds with a person's folder, after recording the export. */
async function exportFolder(
  { database, files, env }: DeskSite & { env: Environment },
  { desk, now }: PersonRequest,
  records: readonly DeskRequestRecord[],
): Promise<Response> {
  await database.transaction().execute(async (transaction) => {
    for (const { enquiry } of records) {
      const entry = { at: now, personId: desk.person.id, action: 'request_exported' as const };
      await recordAudit(transaction, { ...entry, subject: enquiry.reference });
    }
  });
  const archive = Readable.from(zipStream(personFolder({ database, files, env }, records, now)));
  return new Response(Readable.toWeb(archive) as ReadableStream, {
    headers: {
      ...privateHeaders,
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="person.zip"',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
