import type { LoaderFunctionArgs } from '@remix-run/node';
import { deskRoute } from '#app/desk/desk-route.server.tsx';
import { germanSheet } from '#app/desk/request/german-sheet.server.tsx';
import { parseReference } from '#app/enquiries/reference.ts';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.requests.$reference_.sheet';

export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  const reference = parseReference(args.params.reference ?? '') ?? '';
  return deskRoute(site, routeId, args, ({ desk, now }) => germanSheet(site, { desk, routeId, reference, now }));
}
