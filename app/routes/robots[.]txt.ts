import type { LoaderFunctionArgs } from '@remix-run/node';
import { publicOrigin } from '#app/env/origin.server.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';

/** Path segments after the language that bots must not visit: private pages, and pages that start a search. */
const disallowed = ['search', 'flights', 'requests'];

export async function loader({ request }: LoaderFunctionArgs) {
  const { env } = await services();
  const origin = publicOrigin(request, env);
  const lines = [
    'User-agent: *',
    ...languageCodes.flatMap((language) => disallowed.map((path) => `Disallow: /${language}/${path}/`)),
    'Disallow: /deeplink',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
