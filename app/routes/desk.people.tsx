import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { changePeople } from '#app/desk/change-people.server.ts';
import { deskPage } from '#app/desk/desk-page.server.tsx';
import { deskRoute, seeOther } from '#app/desk/desk-route.server.tsx';
import { listPeople } from '#app/desk/people/people.server.ts';
import { PeoplePage } from '#app/desk/view/people-page.tsx';
import { publicOrigin } from '#app/env/origin.server.ts';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.people';

export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  return deskRoute(
    site,
    routeId,
    args,
    async ({ desk }) =>
      deskPage(
        { routeId, title: desk.texts.people.title, section: 'people', desk },
        <PeoplePage desk={desk} people={await listPeople(site.database)} />,
      ),
    { role: 'lead' },
  );
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  return deskRoute(
    site,
    routeId,
    args,
    async ({ desk, form, now }) => {
      const outcome = await changePeople(site.database, desk, form, publicOrigin(args.request, site.env), now);
      if (Object.keys(outcome).length === 0) return seeOther('/desk/people');
      const status = (outcome.problem ?? outcome.codeProblem) ? 400 : 200;
      const isVerified = desk.isVerified || outcome.codeProblem === undefined;
      return deskPage(
        { routeId, title: desk.texts.people.title, section: 'people', status, desk },
        <PeoplePage desk={{ ...desk, isVerified }} people={await listPeople(site.database)} outcome={outcome} />,
      );
    },
    { role: 'lead' },
  );
}
