import type { LoaderFunctionArgs } from '@remix-run/node';
import { sitemap } from '#app/content/site/sitemap.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { services } from '#app/services.server.ts';

/** Serves the sitemap: all content pages in all languages. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { env } = await services();
  return new Response(sitemap(publicOrigin(request, env)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
