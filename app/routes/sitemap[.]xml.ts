import type { LoaderFunctionArgs } from '@remix-run/node';
import { siteMap } from '#app/content/site-map.ts';
import { services } from '#app/services.server.ts';
import { originOf } from './origin.server.ts';

/** Every page that is read, in every language, for search engines. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { env } = await services();
  return new Response(siteMap(originOf(request, env)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
