import { type HeadersFunction, json, type LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import i18next from 'i18next';
import type { Page, PageHandle } from '#app/content/frame/current-page.ts';
import { sameOriginPath } from '#app/content/site/same-origin-path.ts';
import { buildFlightPageView } from '#app/flights/detail/build-flight-page-view.server.ts';
import { FlightPage } from '#app/flights/detail/flight-page.tsx';
import { emptyFlightPage, type FlightPageView } from '#app/flights/detail/flight-page-view.ts';
import { readListQuery } from '#app/flights/model/list-query.ts';
import { isPrefetch } from '#app/flights/search/is-prefetch.ts';
import { readFlightQuery } from '#app/flights/search/read-flight-query.server.ts';
import { visitorOf } from '#app/flights/suppliers/visitor.ts';
import { isolate } from '#app/i18n/format/bidi.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import { defaultLanguage, inLanguage, isLanguage, type Language, pathIn } from '#app/i18n/languages.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { loadTexts } from '#app/i18n/texts/load-texts.ts';
import { services } from '#app/services.server.ts';

const texts = ['flights', 'flight-search'] as const;

export { links } from '#app/root.tsx';

/** The page changes only when its offers expire. */
export const handle: PageHandle<FlightData> = {
  i18n: texts,
  startsReact: ({ flight: { itineraries, expiresIn } }) => ({
    trigger: 'on-content-interaction',
    timeout: itineraries.length > 0 ? expiresIn : undefined,
  }),
};

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * Loads one flight of a search, with the fares that its supplier delivers only on demand. In the query, `search` is the
 * search's id, `back` is the path of the results list from which the visitor came, and `currency` the chosen currency,
 * if any. Responds with 410 once the offers have expired, and with 404 if the search has no such flight; both pages
 * link to a new search.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { searches, limits } = await services();
  const language = languageOf({ request, context });
  const t = await i18n.getFixedT(language, 'flights');
  const { searchParams } = new URL(request.url);
  let search = await searches.read(searchParams.get('search') ?? '');
  const id = params.id ?? '';
  if (search && searches.lacksFares(search, id) && !isPrefetch(request)) {
    const retryAfter = await limits.fareRequests.consume(context.visitorAddress);
    // Beyond the limit, the page shows only the offers that are already known.
    if (retryAfter === undefined)
      search = await searches.loadFares(search, id, language, () => visitorOf({ request, context }));
  }
  const chosen = {
    id,
    itineraryId: searchParams.get('itinerary') ?? undefined,
    currency: readListQuery(searchParams).currency,
  };
  const back = resultsPath(searchParams.get('back'), language);
  const list = back === undefined ? undefined : readFlightQuery(new URL(back, request.url).searchParams, language);
  const listQuery = list?.outcome === 'read' ? list.query : undefined;
  const { status, ...flight } = buildFlightPageView(search, chosen, language, searches.isSample, listQuery);
  const { query } = flight;
  const title = query
    ? t('detail.title', { origin: isolate(query.origin.city), destination: isolate(query.destination.city) })
    : t('search_title');
  return json<FlightData>(
    { page: { title, isPrivate: true }, back, flight },
    { status, headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } },
  );
}

/** Without a network, shows an offline page that links back to the results list, which this tab has cached. */
export async function clientLoader({ request, params, serverLoader }: ClientLoaderFunctionArgs): Promise<FlightData> {
  await loadTexts(texts);
  try {
    return await serverLoader<FlightData>();
  } catch (error) {
    // A thrown response, such as a redirect, comes from the server.
    if (request.signal.aborted || error instanceof Response) throw error;
    const { searchParams } = new URL(request.url);
    const back = resultsPath(searchParams.get('back'), isLanguage(params.lang) ? params.lang : defaultLanguage);
    const title = i18next.t('search_title', { ns: 'flights' });
    return { page: { title, isPrivate: true }, back, flight: { ...emptyFlightPage, problem: 'offline' } };
  }
}

export default function FlightRoute() {
  const { back, flight } = useLoaderData<FlightData>();
  return <FlightPage flight={flight} back={back} />;
}

interface FlightData {
  page: Page;
  /** Path of the results list from which the visitor came. */
  back?: string;
  flight: FlightPageView;
}

/** Validates the path of a results list and converts it to the page's language. */
function resultsPath(text: string | null, language: Language): string | undefined {
  const path = sameOriginPath(text);
  const results = path && inLanguage(path, language);
  return results?.startsWith(`${pathIn(language, '/search/flights')}?`) ? results : undefined;
}
