import type { SubmissionResult } from '@conform-to/react';
import { json, redirect, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import i18next, { type TFunction } from 'i18next';
import type { Page, PageHandle } from '#app/content/current-page.ts';
import { Illustration } from '#app/content/illustration.tsx';
import { destinationPicture } from '#app/flights/destination-picture.ts';
import { queryParams } from '#app/flights/flight-query.ts';
import { anyKeptResults, keptResults } from '#app/flights/kept-results.ts';
import { listParams, readListQuery } from '#app/flights/list-query.ts';
import { ResultsPage } from '#app/flights/results/results-page.tsx';
import type { ResultsView } from '#app/flights/results-view.ts';
import { viewResults } from '#app/flights/results/view-results.server.ts';
import { readFlightQuery } from '#app/flights/search/read-flight-query.server.ts';
import { SearchPage, type SearchProblem } from '#app/flights/search/search-page.tsx';
import { isolate } from '#app/i18n/bidi.ts';
import { earliestToday, type IsoDate } from '#app/i18n/dates.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import { loadTexts } from '#app/i18n/load-texts.ts';
import { services } from '#app/services.server.ts';

const texts = ['flights', 'flight-search', 'forms', 'airports'];

export const handle: PageHandle = { i18n: texts, needsReact: true };

/**
 * How long a document waits for the first flights (ms): shortly where the search has just begun, so that the loading view
 * says what to expect, longer for somebody who asks again.
 */
const longestWait = { atFirst: 2_500, again: 6_000 };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * The address is the search: it is begun by the first visitor who comes with it, and shared by all who do so while its
 * offers live. Not for search engines, and nothing that a browser fetches ahead begins one.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searches, limits } = await services();
  const language = languageOfRequest(request);
  const t = await i18n.getFixedT(request, 'flights');
  const url = new URL(request.url);
  const page = { title: t('search_title'), isPrivate: true };
  const earliestDate = earliestToday(new Date());
  const answer = (data: Omit<SearchData, 'earliestDate'>, init: { status?: number; retryAfter?: number } = {}) =>
    json<SearchData>({ ...data, earliestDate }, { status: init.status, headers: searchHeaders(init.retryAfter) });

  const read = readFlightQuery(url.searchParams, language);
  if (read.outcome === 'none') return answer({ page });
  if (read.outcome === 'wrong') {
    return answer({ page: { ...page, hasFailed: true }, result: read.result }, { status: 400 });
  }

  const { query } = read;
  const list = readListQuery(url.searchParams);
  const wantsAnew = url.searchParams.has('again') && !isPrefetch(request);
  const params = new URLSearchParams([...queryParams(query), ...listParams(list)]).toString();
  const oneAddress: Response = redirect(`${url.pathname}?${params}`, { headers: searchHeaders() });
  if (url.search !== `?${params}` && !wantsAnew) throw oneAddress;

  let search = await searches.find(query);
  if (search && wantsAnew && (await searches.giveUp(search))) search = undefined;
  const isNew = !search;
  if (!search) {
    if (isPrefetch(request)) throw new Response(null, { status: 503, headers: searchHeaders() });
    const retryAfter = await limits.searchStarts.take(context.visitorAddress);
    if (retryAfter !== undefined) return answer({ page, problem: 'limited', retryAfter }, { status: 429, retryAfter });
    search = await searches.begin(query, language);
  }
  if (wantsAnew) throw oneAddress;
  // A script asks again by itself; without one the page waits a little, so that it has something to show.
  if (isDocument(request))
    search = await searches.firstResults(search, isNew ? longestWait.atFirst : longestWait.again);
  const results = viewResults(search, list, language, searches.isSample);
  return answer({ page: { ...page, title: titleOf(t, results) }, results });
}

/**
 * What this tab has seen and cannot change any more is not asked for again. Where no answer comes, or one of a proxy that
 * cannot reach the site, what was seen before stays.
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<SearchData> {
  await loadTexts(texts);
  const t = i18next.getFixedT(null, 'flights');
  const { pathname, search } = new URL(request.url);
  const kept = keptResults(pathname + search);
  const here = (results: ResultsView | undefined) => ({
    page: { title: results ? titleOf(t, results) : t('search_title'), isPrivate: true },
    results,
    earliestDate: earliestToday(new Date()),
  });
  // One that was cut short is worth asking for again.
  if (kept?.standing === 'complete') return here(kept);
  try {
    return await serverLoader<SearchData>();
  } catch (error) {
    // Redirects come as what is thrown, too.
    if (request.signal.aborted || error instanceof Response) throw error;
    const results = kept ?? anyKeptResults(pathname + search);
    return results ? { ...here(results), isOffline: true } : { ...here(undefined), problem: 'offline' };
  }
}

export default function FlightSearchRoute() {
  const { results, isOffline = false, earliestDate, ...rest } = useLoaderData<SearchData>();
  if (!results) return <SearchPage {...rest} earliestDate={earliestDate} />;
  const picture = destinationPicture(results.query.destination.code);
  return (
    <ResultsPage
      // Another search begins anew; another page or sorting of this one does not.
      key={results.query.key}
      results={results}
      isOffline={isOffline}
      earliestDate={earliestDate}
      picture={<Illustration name={picture} alt="" isFirst className="h-auto w-full object-cover md:h-full" />}
    />
  );
}

/** What the page is made of, from the server or from what this tab has kept. */
interface SearchData {
  page: Page;
  earliestDate: IsoDate;
  results?: ResultsView;
  /** What was wrong with the address. */
  result?: SubmissionResult;
  problem?: SearchProblem;
  /** After how many seconds it may be tried again. */
  retryAfter?: number;
  /** The results are those of before, because the line is broken. */
  isOffline?: boolean;
}

function titleOf(t: TFunction<'flights'>, { query: { origin, destination } }: ResultsView): string {
  return t('title', { origin: isolate(origin.city), destination: isolate(destination.city) });
}

/** @param retryAfter in seconds */
function searchHeaders(retryAfter?: number): Headers {
  const headers = new Headers({ 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return headers;
}

function isDocument(request: Request): boolean {
  return request.headers.get('Accept')?.includes('text/html') ?? false;
}

/** Fetched ahead of a click that may never come (`Sec-Purpose`, Fetch standard; `Purpose` of older browsers). */
function isPrefetch(request: Request): boolean {
  return ['Sec-Purpose', 'Purpose'].some((name) => request.headers.get(name)?.includes('prefetch'));
}
