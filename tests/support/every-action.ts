import type { DeskLanguage } from '../../app/desk/people/person.ts';
import { startSession } from '../../app/desk/sign-in/sessions.server.ts';
import { addMember, inviteMember, withDatabase } from './desk-people.ts';
import { send } from './evacuation-request.ts';
import { everyRoute, type Route } from './every-route.ts';
import { readPage } from './page.ts';
import { routesWithAction } from './routes-with-action.ts';
import type { Site } from './site.ts';

/** A request to an action, without its body. */
export interface ActionRequest {
  /** The route's id, and who sends the request. */
  name: string;
  path: string;
  headers: Record<string, string>;
  /** Fields without which the form would be refused before anything else in it is looked at. */
  fields: Record<string, string>;
  /** The language of the response if it is a page; undefined if the address belongs to no language. */
  language: string | undefined;
  /** The statuses that responses to forms that make no sense may have. */
  statuses: number[];
}

export const callbackToken = 'a-token-of-the-system-of-the-company';
const deskLanguage: DeskLanguage = 'ar';
const visitorLanguage: DeskLanguage = 'de';

/** Returns the samples of all routes with an action. @throws if a route has none: add it to `everyRoute` */
export function everyAction(): Route[] {
  return routesWithAction().map(({ id }) => {
    const route = everyRoute.find((each) => each.id === id);
    if (!route || route.postStatus === 405) throw new Error(`There is no sample of a post to ${id}`);
    return route;
  });
}

/**
 * Returns requests to every action of a site: from a visitor and, where that makes a difference, from somebody whose
 * session and form are in order. Addresses with a secret exist: a receipt, a request, a one-time link.
 */
export async function everyActionRequest(site: Site): Promise<ActionRequest[]> {
  const receipt = new URL((await send(site)).headers.get('Location') ?? '', site.url).pathname;
  const lead = await addMember(site, { name: 'Lead', role: 'lead', language: deskLanguage });
  const { path: joinPath } = await inviteMember(site, {
    name: 'Invited',
    role: 'coordinator',
    language: visitorLanguage,
  });
  const { reference, sessions } = await withDatabase(site, async (database) => ({
    ...(await database.selectFrom('enquiries').select('reference').executeTakeFirstOrThrow()),
    // A session for each route, because some of them end it.
    sessions: await database.transaction().execute(async (transaction) => {
      const tokens: string[] = [];
      for (const _ of everyRoute) tokens.push(await startSession(transaction, lead.id, true, Date.now()));
      return tokens;
    }),
  }));
  const requests = everyAction().map(async (route, index): Promise<ActionRequest[]> => {
    const [{ id, postStatus }, sample = ''] = [route, route.paths[index % route.paths.length]];
    // Not the page that deletes a request: a post to it deletes the request, whatever its body is.
    const path = (/\/requests\/A{22}$/.test(sample) ? receipt : sample)
      .replace(/\/requests\/A{8}/, `/requests/${reference}`)
      .replace(/\/desk\/join\/.*/, joinPath);
    const isDesk = id.startsWith('routes/desk');
    const visitor: ActionRequest = {
      ...{ name: id, path, headers: { 'Accept-Language': visitorLanguage }, fields: {} },
      language: isDesk ? visitorLanguage : /^\/(ar|en)\b/.exec(path)?.[1],
      statuses: [400, 413, ...(isDesk ? [303] : [postStatus])],
    };
    if (id === 'routes/api.requests.$reference.status') {
      const headers = { Authorization: `Bearer ${callbackToken}` };
      return [
        { ...visitor, statuses: [401, 413] },
        { ...visitor, name: `${id} with the token`, headers, statuses: [413, 422] },
      ];
    }
    if (!isDesk || /^\/desk\/(?:sign-in|join)/.test(path)) return [visitor];
    const token = sessions[index] ?? '';
    const headers = { ...visitor.headers, Cookie: `desk=${token}` };
    // With its token, any form would end the session.
    const fields: Record<string, string> =
      id === 'routes/desk.sign-out' ? {} : { token: await formTokenOf(site, headers) };
    return [
      visitor,
      {
        ...{ name: `${id}, signed in`, path, headers, fields },
        ...{ language: deskLanguage, statuses: [200, 303, 400, 403, 404, 413] },
      },
    ];
  });
  return (await Promise.all(requests)).flat();
}

/** Returns the token of all forms of a session. */
async function formTokenOf(site: Site, headers: Record<string, string>): Promise<string> {
  return (await readPage(await fetch(`${site.url}/desk/account`, { headers }))).value('token') ?? '';
}
