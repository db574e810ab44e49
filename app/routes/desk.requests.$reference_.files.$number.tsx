import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deskRoute } from '#app/desk/desk-route.server.tsx';
import { requestFile } from '#app/desk/request/request-file.server.tsx';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.requests.$reference_.files.$number';

/** Serves a file that has passed the virus check; shows a warning first if it was not checked. */
export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  return deskRoute(site, routeId, args, ({ desk, now }) =>
    requestFile(site, { desk, routeId, params: args.params, now }),
  );
}

/** Serves a file without a virus check, after the warning. */
export async function action(args: ActionFunctionArgs) {
  const site = await services();
  return deskRoute(site, routeId, args, ({ desk, now }) =>
    requestFile(site, { desk, routeId, params: args.params, hasSeenWarning: true, now }),
  );
}
