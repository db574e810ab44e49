import { type Desk, type DeskSite, textOf } from '../access.server.ts';
import { seeOther } from '../desk-route.server.tsx';
import { findPerson, listPeople } from '../people/people.server.ts';
import { changeRequest, type ChangeResult, undoLastChange } from '../requests/change-request.server.ts';
import { leadKinds, parseChange } from '../requests/request-change.ts';
import { fill } from '../texts/desk-texts.ts';
import type { RequestOutcome } from '../view/request-outcome.ts';
import { requestPage } from './request-page.server.tsx';

/** The path of a request's page. @param reference 8 characters, see `parseReference` */
function requestPath(reference: string): string {
  return `/desk/requests/${reference}`;
}

/**
 * Responds to a form of the request page: redirects back to it once the change is stored; otherwise shows the page with
 * the reason and with what was typed.
 */
export async function handleRequestForm(
  site: DeskSite,
  {
    desk,
    form,
    routeId,
    reference,
    now,
  }: { desk: Desk; form: FormData; routeId: string; reference: string; now: number },
): Promise<Response> {
  const { database } = site;
  const refuse = (status: number, outcome: RequestOutcome) =>
    requestPage(site, { desk, routeId, reference, now, status, outcome });
  const people = (await listPeople(database)).filter(({ disabledAt }) => disabledAt === undefined);
  const seenVersion = Number(textOf(form, 'version'));
  const change = { reference, personId: desk.person.id, now };
  const entered = {
    intent: textOf(form, 'intent'),
    text: textOf(form, 'text'),
    again: textOf(form, 'again'),
    outcome: textOf(form, 'outcome'),
    reason: textOf(form, 'reason'),
    person: textOf(form, 'person'),
  };
  let result: ChangeResult;
  if (entered.intent === 'undo') {
    result = await undoLastChange(database, { ...change, seenVersion });
  } else {
    const requested = parseChange(form, { personId: desk.person.id, people: people.map(({ id }) => id), now });
    if ('problem' in requested) return refuse(400, { problem: desk.texts.request.problem[requested.problem], entered });
    if (leadKinds.includes(requested.kind) && desk.person.role !== 'lead') {
      return refuse(403, { problem: desk.texts.request.restrict.leadsOnly, entered });
    }
    const { onlyAdds, ...event } = requested;
    result = await changeRequest(database, { ...change, ...(!onlyAdds && { seenVersion }) }, event);
  }
  if (result.outcome === 'outdated') {
    const source = result.newest?.source;
    const by = typeof source === 'object' ? await findPerson(database, { id: source.personId }) : undefined;
    const { outdated, outdatedByOthers } = desk.texts.request;
    return refuse(409, { problem: by ? fill(outdated, { name: by.name }) : outdatedByOthers, entered });
  }
  // The page itself says that the request no longer exists.
  return result.outcome === 'gone' ? refuse(404, {}) : seeOther(`${requestPath(reference)}?changed`);
}
