import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { sessionCookie } from '#app/desk/access.server.ts';
import { deskRoute, seeOther } from '#app/desk/desk-route.server.tsx';
import { signOut } from '#app/desk/sign-in/sign-in.server.ts';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.sign-out';

/** Redirects to the list of requests, because following a link must not sign anybody out. */
export async function loader(args: LoaderFunctionArgs) {
  return deskRoute(await services(), routeId, args, () => Promise.resolve(seeOther('/desk/requests')));
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  return deskRoute(
    site,
    routeId,
    args,
    async ({ desk, now }) => {
      await signOut(site.database, desk.session, now);
      return seeOther('/desk/sign-in', sessionCookie(site));
    },
    { savesNothing: true },
  );
}
