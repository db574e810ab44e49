import { json, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import i18next from 'i18next';
import type { Page, PageHandle } from '#app/content/current-page.ts';
import { FlightPage } from '#app/flights/detail/flight-page.tsx';
import { noFlight, type FlightPageView } from '#app/flights/detail/flight-page-view.ts';
import { viewFlight } from '#app/flights/detail/view-flight-page.server.ts';
import { isolate } from '#app/i18n/bidi.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import { defaultLanguage, inLanguage, languageOfPath, pathIn, type Language } from '#app/i18n/languages.ts';
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
  const chosen = { id: params.id ?? '', itineraryId: asked.get('itinerary') ?? undefined };
  const { status, ...flight } = viewFlight(search, chosen, language, searches.isSample);
  const { query } = flight;
  const title = query
    ? t('detail.title', { origin: isolate(query.origin.city), destination: isolate(query.destination.city) })
    : t('search_title');
  return json<FlightData>(
    { page: { title, isPrivate: true }, back: listPath(asked.get('back'), language), flight },
    { status, headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } },
  );
}

/** A line that is broken is told on a page of its own, with the way back to the list that this tab has kept. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<FlightData> {
  await loadTexts(texts);
  try {
    return await serverLoader<FlightData>();
  } catch (error) {
    // Redirects come as what is thrown, too.
    if (request.signal.aborted || error instanceof Response) throw error;
    const { pathname, searchParams } = new URL(request.url);
    const back = listPath(searchParams.get('back'), languageOfPath(pathname) ?? defaultLanguage);
    const title = i18next.t('search_title', { ns: 'flights' });
    return { page: { title, isPrivate: true }, back, flight: { ...noFlight, problem: 'offline' } };
  }
}

export default function FlightRoute() {
  const { back, flight } = useLoaderData<FlightData>();
  return <FlightPage flight={flight} back={back} />;
}

interface FlightData {
  page: Page;
  /** The list that the flight was chosen from. */
  back?: string;
  flight: FlightPageView;
}

/** A list of flights on this site, in the page's language, whatever it was before that was changed. */
function listPath(text: string | null, language: Language): string | undefined {
  const path = ownPath(text);
  const list = path && inLanguage(path, language);
  return list?.startsWith(`${pathIn(language, '/search/flights')}?`) ? list : undefined;
}
