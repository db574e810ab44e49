import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { companyIn } from '#app/company/company-in-language.server.ts';
import { languageCodes, languages, pathIn } from '#app/i18n/languages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Serves the web app manifest in the page's language: name and icons for the home screen. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { facts } = await services();
  const language = requireOneOf(languageCodes, params.lang);
  const { name } = companyIn(language, facts);
  const home = pathIn(language, '/');
  return json(
    {
      id: home,
      name,
      short_name: name.slice(0, 30),
      lang: language,
      dir: languages[language].dir,
      start_url: home,
      scope: '/',
      display: 'browser',
      background_color: '#f8f4ec',
      theme_color: '#10233f',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' } },
  );
}
