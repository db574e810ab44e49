import type { SubmissionResult } from '@conform-to/react';
import { type HeadersFunction, json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import i18next, { type TFunction } from 'i18next';
import type { Page, PageHandle } from '#app/content/frame/current-page.ts';
import { Picture } from '#app/content/pictures/picture.tsx';
import { pictureUrl } from '#app/content/pictures/pictures.ts';
import { queryParams } from '#app/flights/model/flight-query.ts';
import type { FlightSearchFields } from '#app/flights/model/flight-query-fields.ts';
import { listParams, readListQuery } from '#app/flights/model/list-query.ts';
import { requestUrl } from '#app/flights/model/request-url.ts';
import { editParam, searchKeyOf } from '#app/flights/model/results-url.ts';
import { buildResultsView } from '#app/flights/results/build-results-view.server.ts';
import { destinationPicture } from '#app/flights/results/destination-picture.ts';
import { ResultsPage } from '#app/flights/results/results-page.tsx';
import { isPrefetch } from '#app/flights/search/is-prefetch.ts';
import { readFlightQuery } from '#app/flights/search/read-flight-query.server.ts';
import { SearchPage, type SearchProblem } from '#app/flights/search/search-page.tsx';
import { combinedSearches } from '#app/flights/searches/combined-searches.server.ts';
import { SearchStorageFullError } from '#app/flights/searches/search-store.server.ts';
import { visitorOf } from '#app/flights/suppliers/visitor.ts';
import { searchFields } from '#app/flights/view/build-query-view.server.ts';
import { anyCachedResults, cachedResults } from '#app/flights/view/cached-results.ts';
import type { ResultsView } from '#app/flights/view/results-view.ts';
import { isolate } from '#app/i18n/format/bidi.ts';
import { earliestToday, type IsoDate } from '#app/i18n/format/dates.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { loadTexts } from '#app/i18n/texts/load-texts.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import type { PlaceChoices } from '#app/places/field/place-choice.ts';
import { services } from '#app/services.server.ts';
import { completePartialStyle } from '#app/ui/styles/load-stylesheet.ts';

const texts = ['flights', 'flight-search', 'forms', 'airports'] as const;

export { links } from '#app/root.tsx';

/** Without a running search, the page changes only when its offers expire. */
export const handle: PageHandle<SearchData> = {
  i18n: texts,
  keepsIconsInFile: true,
  hasPartialStyle,
  startsReact: ({ results }) => {
    if (!results) return { trigger: 'on-form-interaction' };
    return results.status === 'gathering'
      ? { trigger: 'on-idle' }
      : { trigger: 'on-content-interaction', timeout: results.expiresIn };
  },
};

/** Whether the page is a list of flights with closed filters. */
function hasPartialStyle({ results }: SearchData): boolean {
  return results !== undefined && results.cards.length > 0 && !results.facets;
}

/**
 * How long a document waits for the first results (ms): briefly for a new search, to show the loading view soon; longer
 * for a reload.
 */
const firstResultsTimeout = { newSearch: 2_500, reload: 6_000 };

/** Retry-After while the disk is full (s). */
const noSpaceRetryAfter = 300;

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * Loads the results of the search that the URL describes. The first visitor to open the URL starts the search; others
 * share it during its offer lifetime. Search engines do not index the page, and prefetching never starts a search.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = await services();
  const { env, limits } = site;
  const searches = combinedSearches(site.searches);
  const language = languageOf({ request, context });
  const t = await i18n.getFixedT(language, 'flights');
  const url = new URL(request.url);
  if (env.FLIGHTS === 'none') {
    // A site without a flight supplier asks for dates and places instead.
    const formRedirect: Response = redirect(requestUrl(language, searchKeyOf(url.search)), {
      headers: searchHeaders(),
    });
    throw formRedirect;
  }
  const page = { title: t('search_title'), isPrivate: true };
  const earliestDate = earliestToday(new Date());
  const respond = (data: Omit<SearchData, 'earliestDate'>, init: { status?: number; retryAfter?: number } = {}) =>
    json<SearchData>({ ...data, earliestDate }, { status: init.status, headers: searchHeaders(init.retryAfter) });

  const parsed = readFlightQuery(url.searchParams, language);
  if (parsed.outcome === 'none') return respond({ page });
  if (parsed.outcome === 'wrong') {
    const { result, choices } = parsed;
    return respond({ page: { ...page, hasFailed: true }, result, choices }, { status: 400 });
  }

  const { query } = parsed;
  const list = readListQuery(url.searchParams);
  if (url.searchParams.has(editParam)) return respond({ page, fields: searchFields(query, language, list.currency) });
  const isRetry = url.searchParams.has('again') && !isPrefetch(request);
  const params = new URLSearchParams([...queryParams(query), ...listParams(list)]).toString();
  const canonicalRedirect: Response = redirect(`${url.pathname}?${params}`, { headers: searchHeaders() });
  if (url.search !== `?${params}` && !isRetry) throw canonicalRedirect;

  let search = await searches.find(query);
  if (search && isRetry && (await searches.allowRetry(search))) search = undefined;
  const isNew = !search;
  if (!search) {
    if (isPrefetch(request)) throw new Response(null, { status: 503, headers: searchHeaders() });
    const retryAfter = await limits.searchStarts.consume(context.visitorAddress, await searches.missingParts(query));
    if (retryAfter !== undefined) return respond({ page, problem: 'limited', retryAfter }, { status: 429, retryAfter });
    try {
      search = await searches.start(query, language, () => visitorOf({ request, context }));
    } catch (error) {
      if (!(error instanceof SearchStorageFullError)) throw error;
      return respond({ page, problem: 'no_room' }, { status: 503, retryAfter: noSpaceRetryAfter });
    }
  }
  if (isRetry) throw canonicalRedirect;
  // Scripts poll for results; a document waits briefly, because visitors without JavaScript only see what it contains.
  if (acceptsDocument(request)) {
    search = await searches.waitForFirstResults(
      search,
      isNew ? firstResultsTimeout.newSearch : firstResultsTimeout.reload,
    );
  }
  const results = buildResultsView(search, list, language, searches.isSample);
  const picture = pictureUrl(destinationPicture(results.query.destination.code));
  return respond({ page: { ...page, title: resultsTitle(t, results) }, results, picture });
}

/**
 * Shows complete results from the tab's cache without a request. If a request fails, or a proxy cannot reach the site,
 * cached results stay visible.
 */
export async function clientLoader({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<SearchData | Response> {
  await loadTexts(texts);
  const t = i18next.getFixedT(null, 'flights');
  const { pathname, search } = new URL(request.url);
  const cached = cachedResults(pathname + search);
  const cachedData = (results: ResultsView | undefined) => ({
    page: { title: results ? resultsTitle(t, results) : t('search_title'), isPrivate: true },
    results,
    earliestDate: earliestToday(new Date()),
  });
  if (cached?.status === 'complete') return withRules(cachedData(cached));
  try {
    return await withRules(await serverLoader<SearchData>());
  } catch (error) {
    // The server's redirect. Remix does not catch it if it is thrown while the stylesheet is still loading.
    if (error instanceof Response && error.headers.has('Location')) return error;
    if (request.signal.aborted || error instanceof Response) throw error;
    const results = cached ?? anyCachedResults(pathname + search);
    return withRules(
      results ? { ...cachedData(results), isOffline: true } : { ...cachedData(undefined), problem: 'offline' },
    );
  }
}

/** Returns the data once the document has the rules for what it shows. */
async function withRules(data: SearchData): Promise<SearchData> {
  if (!hasPartialStyle(data)) await completePartialStyle();
  return data;
}

export default function FlightSearchRoute() {
  const { results, picture, isOffline = false, earliestDate, ...rest } = useLoaderData<SearchData>();
  if (!results) return <SearchPage {...rest} earliestDate={earliestDate} />;
  return (
    <ResultsPage
      // Resets the page's state for another search, but not for another page of results or sort order.
      key={results.query.key}
      results={results}
      isOffline={isOffline}
      picture={picture && <Picture url={picture} alt="" isAboveFold className="h-auto w-full object-cover md:h-full" />}
    />
  );
}

/** The page's data, from the server or from the tab's cache. */
interface SearchData {
  page: Page;
  earliestDate: IsoDate;
  results?: ResultsView;
  /** URL of an illustration of the destination; missing for results from the tab's cache. */
  picture?: string;
  /** The criteria to edit, if the URL asks for the form. */
  fields?: FlightSearchFields;
  /** Validation errors of the URL. */
  result?: SubmissionResult<MessageCode[]>;
  /** The choices for typed places that do not identify exactly one airport or area. */
  choices?: PlaceChoices;
  problem?: SearchProblem;
  /** Seconds until the visitor may retry. */
  retryAfter?: number;
  /** Whether the results come from the cache because the network is down. */
  isOffline?: boolean;
}

function resultsTitle(t: TFunction<'flights'>, { query: { origin, destination } }: ResultsView): string {
  return t('title', { origin: isolate(origin.city), destination: isolate(destination.city) });
}

/**
 * Creates the headers of every response.
 * @param retryAfter in seconds
 */
function searchHeaders(retryAfter?: number): Headers {
  const headers = new Headers({ 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return headers;
}

function acceptsDocument(request: Request): boolean {
  return request.headers.get('Accept')?.includes('text/html') ?? false;
}
