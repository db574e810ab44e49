import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deskRoute } from '#app/desk/desk-route.server.tsx';
import { handlePersonForm, personPage } from '#app/desk/lead/handle-person-form.server.tsx';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.person';

export async function loader(args: LoaderFunctionArgs) {
  return deskRoute(await services(), routeId, args, ({ desk }) => Promise.resolve(personPage({ desk, routeId })), {
    role: 'lead',
  });
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  return deskRoute(site, routeId, args, ({ desk, form, now }) => handlePersonForm(site, { desk, form, routeId, now }), {
    role: 'lead',
  });
}
