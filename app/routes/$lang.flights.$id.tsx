import { type HeadersFunction, json, type LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import i18next from 'i18next';
import type { Page, PageHandle } from '#app/content/frame/current-page.ts';
import { ownPath } from '#app/content/site/own-path.ts';
import { FlightPage } from '#app/flights/detail/flight-page.tsx';
import { type FlightPageView, noFlight } from '#app/flights/detail/flight-page-view.ts';
import { viewFlight } from '#app/flights/detail/view-flight-page.server.ts';
import { isolate } from '#app/i18n/format/bidi.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import { defaultLanguage, inLanguage, isLanguage, type Language, pathIn } from '#app/i18n/languages.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { loadTexts } from '#app/i18n/texts/load-texts.ts';
import { services } from '#app/services.server.ts';

const texts = ['flights', 'flight-search'] as const;

export const handle: PageHandle = { i18n: texts, needsReact: true };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * One flight of a search. The URL has everything: `search` is the search's id, `back` the path of the list it was
 * chosen from. 410 once the offers have expired, 404 if the search has no such flight; both pages link to a new search.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { searches } = await services();
  const language = languageOf({ request, context });
  const t = await i18n.getFixedT(language, 'flights');
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

/** Without a network, shows an offline page with a link back to the list, which this tab has cached. */
export async function clientLoader({ request, params, serverLoader }: ClientLoaderFunctionArgs): Promise<FlightData> {
  await loadTexts(texts);
  try {
    return await serverLoader<FlightData>();
  } catch (error) {
    // Redirects are thrown, too.
    if (request.signal.aborted || error instanceof Response) throw error;
    const { searchParams } = new URL(request.url);
    const back = listPath(searchParams.get('back'), isLanguage(params.lang) ? params.lang : defaultLanguage);
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
  /** Path of the list that the flight was chosen from. */
  back?: string;
  flight: FlightPageView;
}

/** Validates the path of a results list, and converts it to the page's language. */
function listPath(text: string | null, language: Language): string | undefined {
  const path = ownPath(text);
  const list = path && inLanguage(path, language);
  return list?.startsWith(`${pathIn(language, '/search/flights')}?`) ? list : undefined;
}
