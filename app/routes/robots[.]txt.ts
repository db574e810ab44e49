import type { LoaderFunctionArgs } from '@remix-run/node';
import { originOf } from '#app/env/origin.server.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';

/** Disallowed: private pages, pages that start a search, and the hand-off to ticket partners. */
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
