import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deskRoute } from '#app/desk/desk-route.server.tsx';
import { downloadWeeks, weeksPage } from '#app/desk/lead/weeks-page.server.tsx';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.weeks';
const weeksOf = ({ url }: Request) => new URL(url).searchParams.get('weeks');

export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  const weeks = weeksOf(args.request);
  return deskRoute(site, routeId, args, ({ desk, now }) => weeksPage(site, { desk, routeId, weeks, now }), {
    role: 'lead',
  });
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  const weeks = weeksOf(args.request);
  return deskRoute(
    site,
    routeId,
    args,
    ({ desk, form, now }) => downloadWeeks(site, { desk, form, routeId, weeks, now }),
    { role: 'lead' },
  );
}
