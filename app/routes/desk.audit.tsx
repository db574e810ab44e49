import type { LoaderFunctionArgs } from '@remix-run/node';
import { findBrokenEntry, readAudit } from '#app/desk/audit/audit.server.ts';
import { deskPage } from '#app/desk/desk-page.server.tsx';
import { deskRoute } from '#app/desk/desk-route.server.tsx';
import { listPeople } from '#app/desk/people/people.server.ts';
import { AuditPage } from '#app/desk/view/audit-page.tsx';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.audit';
const pageSize = 100;

export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  const { database } = site;
  return deskRoute(
    site,
    routeId,
    args,
    async ({ desk, now }) => {
      const before = Number(new URL(args.request.url).searchParams.get('before')) || undefined;
      await site.readingAudit.record({ at: now, personId: desk.person.id, action: 'audit_read', subject: null });
      const entries = await readAudit(database, { before, limit: pageSize });
      const content = (
        <AuditPage
          desk={desk}
          entries={entries}
          people={await listPeople(database)}
          brokenEntry={await findBrokenEntry(database)}
          olderThan={entries.length === pageSize ? entries[pageSize - 1]?.number : undefined}
        />
      );
      return deskPage({ routeId, title: desk.texts.audit.title, section: 'audit', desk }, content);
    },
    { role: 'lead' },
  );
}
