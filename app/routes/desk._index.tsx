import type { LoaderFunctionArgs } from '@remix-run/node';
import { deskRoute, seeOther } from '#app/desk/desk-route.server.tsx';
import { services } from '#app/services.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  return deskRoute(await services(), 'routes/desk._index', args, () => Promise.resolve(seeOther('/desk/requests')));
}
