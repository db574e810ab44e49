import type { LoaderFunctionArgs } from '@remix-run/node';
import { languageCodes } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';
import { originOf } from './origin.server.ts';

/** Closed to robots: what belongs to one visitor, what costs a search, and the hand-off to the ticket partner. */
const closed = ['search', 'flights', 'requests'];

export async function loader({ request }: LoaderFunctionArgs) {
  const { env } = await services();
  const origin = originOf(request, env);
  const lines = [
    'User-agent: *',
    ...languageCodes.flatMap((language) => closed.map((path) => `Disallow: /${language}/${path}/`)),
    'Disallow: /deeplink',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
