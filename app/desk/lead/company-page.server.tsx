import { listVersions } from '#app/company-store/facts-history.server.ts';
import type { Desk } from '../access.server.ts';
import { type CompanySite, readEditedFacts } from '../company/save-company.server.ts';
import { deskPage } from '../desk-page.server.tsx';
import { listPeople } from '../people/people.server.ts';
import type { CompanyOutcome } from '../view/company/company-outcome.ts';
import { CompanyPage } from '../view/company/company-page.tsx';

/** Responds with the company page, which shows the newest facts and the outcome of a form. */
export async function companyPage(
  site: CompanySite,
  {
    desk,
    routeId,
    status,
    outcome,
  }: { desk: Desk; routeId: string; status?: number; outcome?: CompanyOutcome | undefined },
): Promise<Response> {
  const { database } = site;
  return deskPage(
    { routeId, title: desk.texts.company.title, section: 'company', status, desk },
    <CompanyPage
      desk={desk}
      edited={await readEditedFacts(site)}
      versions={await listVersions(database)}
      people={await listPeople(database)}
      outcome={outcome}
    />,
  );
}
