import { tellLeads } from '../../app/desk/company/contact-changes.server.ts';
import { changeRequest } from '../../app/desk/requests/change-request.server.ts';
import { startSession } from '../../app/desk/sign-in/sessions.server.ts';
import { sentLinkPath } from '../../app/enquiries/correspondence/sent-link-path.ts';
import { createSentLink } from '../../app/enquiries/correspondence/sent-links.server.ts';
import { hashToken } from '../../app/ids/secrets.server.ts';
import { addMember, inviteMember, withDatabase } from './desk-people.ts';
import { send } from './evacuation-request.ts';
import { everyRoute } from './every-route.ts';
import { type Sender, typedName } from './form-inputs.ts';
import { pdf } from './medical-files.ts';
import type { Site } from './site.ts';
import { siteRows, withStatements } from './site-rows.ts';

/** How much a form of the desk may send without files (bytes). */
const maxDeskBytes = 64 * 1024;

/** Paths of pages, and who opens them. */
interface Pages {
  paths: string[];
  sender: Sender;
}

/**
 * Adds to a site whatever makes the pages of its desk show all of their forms: people, requests, links and sessions.
 * @returns the paths of all routes of the desk signed out, as a coordinator, as a lead who has to enter a code
 *   again, and as a lead; and those of a receipt with a question, and of a link to it that was sent
 */
export async function openDesk(site: Site, visitor: Sender): Promise<Pages[]> {
  // The first in the list of people, so that the forms of the people page change this account.
  await addMember(site, { name: 'Aref', role: 'coordinator' });
  const lead = await addMember(site, { name: 'Lina', role: 'lead', language: 'de' });
  const coordinator = await addMember(site, { name: 'Omar', role: 'coordinator', language: 'ar' });
  const { path: joinPath } = await inviteMember(site, { name: 'Zain', role: 'coordinator' });
  // Two requests, because one whose processing is restricted cannot be erased.
  const [receipt = ''] = await Promise.all(
    [1, 2].map(async (file) => {
      const response = await send(site, { name: typedName }, [{ name: 'report.pdf', bytes: pdf(300, file) }]);
      return new URL(response.headers.get('Location') ?? '', site.url).pathname;
    }),
  );

  const now = Date.now();
  const nextYear = now + 365 * 86_400_000;
  const { reference, linkToken, tokens } = await withDatabase(site, async (database) => {
    const enquiry = await database
      .selectFrom('enquiries')
      .innerJoin('receipts', 'enquiry_id', 'enquiries.id')
      .select(['enquiries.id', 'reference'])
      .where('token_hash', '=', hashToken(receipt.split('/').at(-1) ?? ''))
      .executeTakeFirstOrThrow();
    const change = { reference: enquiry.reference, personId: lead.id, now };
    await changeRequest(database, change, { kind: 'asked', details: { text: typedName } });
    return database.transaction().execute(async (transaction) => {
      const [before, after] = [{ phone: '+49 30 1' }, { phone: '+49 30 2' }];
      await tellLeads(transaction, { before, after, changedBy: lead.id, now });
      // A session of the future needs no further code for as long as the test runs.
      const start = (id: string) => startSession(transaction, id, false, nextYear);
      return {
        reference: enquiry.reference,
        linkToken: await createSentLink(transaction, enquiry.id, now),
        tokens: { lead: await start(lead.id), careful: await start(lead.id), coordinator: await start(coordinator.id) },
      };
    });
  });
  await siteRows(site, 'UPDATE desk_sessions SET verified_at = 0 WHERE token_hash = ?', hashToken(tokens.careful));

  const joinToken = joinPath.split('/').at(-1) ?? '';
  const paths = everyRoute
    .filter(({ id }) => id.startsWith('routes/desk'))
    .flatMap(({ paths: examples }) => examples)
    .map((path) => path.replace('/join/AAAAAAAAAAAAAAAAAAAAAA', `/join/${joinToken}`).replace('AAAAAAAA', reference));
  const signedIn = async (token: string): Promise<Pages> => ({
    paths,
    sender: {
      maxBytes: maxDeskBytes,
      isThorough: true,
      headers: { Cookie: `desk=${token}` },
      prepare: await keepRows(site, [session(token), { table: 'enquiries', key: 'reference', value: reference }]),
    },
  });
  const signedOut = { maxBytes: maxDeskBytes, isThorough: true };
  const sentLink = { table: 'sent_links', key: 'token_hash', value: hashToken(linkToken) };
  return [
    { paths, sender: signedOut },
    await signedIn(tokens.coordinator),
    await signedIn(tokens.careful),
    await signedIn(tokens.lead),
    { paths: [receipt], sender: visitor },
    {
      paths: [sentLinkPath('en', linkToken)],
      sender: { ...signedOut, prepare: await keepRows(site, [sentLink]) },
    },
  ];
}

const session = (token: string) => ({ table: 'desk_sessions', key: 'token_hash', value: hashToken(token) });

/** Returns a function that restores rows as they are now, even if they were deleted. */
async function keepRows(
  site: Site,
  places: readonly { table: string; key: string; value: string }[],
): Promise<() => Promise<void>> {
  const kept = await Promise.all(
    places.map(async ({ table, key, value }) => {
      const select = `SELECT * FROM ${table} WHERE ${key} = ?`;
      const [row = {}] = await siteRows(site, select, value);
      const names = Object.keys(row);
      const restore = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})
        ON CONFLICT (${key}) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join()}`;
      return { select, value, row, restore };
    }),
  );
  return () =>
    withStatements(site, false, async (execute) => {
      for (const { select, value, row, restore } of kept) {
        const [current] = await execute(select, value);
        if (JSON.stringify(current) !== JSON.stringify(row))
          await execute(restore, ...(Object.values(row) as string[]));
      }
    });
}
