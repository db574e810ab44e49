import { json, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { PageHandle } from '#app/content/current-page.ts';
import { FlightPage } from '#app/flights/detail/flight-page.tsx';
import { viewFlight } from '#app/flights/detail/view-flight-page.server.ts';
import { isolate } from '#app/i18n/bidi.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import { inLanguage } from '#app/i18n/languages.ts';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import { loadTexts } from '#app/i18n/load-texts.ts';
import { services } from '#app/services.server.ts';
import { ownPath } from './own-path.ts';

const texts = ['flights', 'flight-search'];

export const handle: PageHandle = { i18n: texts, needsReact: true };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * One flight of a search. The address is enough: `search` is the search's id, `back` the list it was chosen from, a path
 * of this site. 410 once the offers have expired, 404 for a flight that the search has not found; both lead to the same
 * search anew.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { searches } = await services();
  const language = languageOfRequest(request);
  const t = await i18n.getFixedT(request, 'flights');
  const asked = new URL(request.url).searchParams;
  const search = await searches.read(asked.get('search') ?? '');
  const { status, ...flight } = viewFlight(search, params.id ?? '', language, searches.isSample);
  const { query } = flight;
  const title = query
    ? t('detail.title', { origin: isolate(query.origin.city), destination: isolate(query.destination.city) })
    : t('search_title');
  const list = ownPath(asked.get('back'));
  // The list in the page's language, whatever the address said before that was changed.
  const back = list && inLanguage(list, language);
  return json(
    { page: { title, isPrivate: true }, back, ...flight },
    { status, headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } },
  );
}

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  await loadTexts(texts);
  return serverLoader<typeof loader>();
}

export default function FlightRoute() {
  const { back, ...flight } = useLoaderData<typeof loader>();
  return <FlightPage flight={flight} back={back} />;
}
