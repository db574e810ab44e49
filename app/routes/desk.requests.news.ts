import type { LoaderFunctionArgs } from '@remix-run/node';
import { deskRoute } from '#app/desk/desk-route.server.tsx';
import { privateHeaders } from '#app/desk/private-headers.ts';
import { requestsStamp } from '#app/desk/requests/requests-stamp.server.ts';
import { services } from '#app/services.server.ts';

/** Returns a string that changes with the list of requests. Polling it does not extend the session. */
export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  return deskRoute(
    site,
    'routes/desk.requests.news',
    args,
    async () =>
      new Response(await requestsStamp(site.database), {
        headers: { ...privateHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
      }),
    { extendsSession: false },
  );
}
