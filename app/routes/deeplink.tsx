import {
  json,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { PageHandle } from '#app/content/current-page.ts';
import { HandOffPage } from '#app/flights/hand-off/hand-off-page.tsx';
import type { HandOffView } from '#app/flights/hand-off/hand-off-view.ts';
import { bookingLinkOf, readHandOff } from '#app/flights/hand-off/hand-off.server.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import { services } from '#app/services.server.ts';
import { privateHeaders } from './private-page.server.ts';

export const handle: PageHandle = { i18n: ['flights'] };

export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders;

const statuses = { ready: 200, form: 200, missing: 400, expired: 410, gone: 404, limited: 429 };

/** What is about to be booked. Nothing is asked of the partner here: robots and prefetching come this far. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { view } = await handOffOf(request);
  const t = await i18n.getFixedT(request, 'flights');
  return json(
    { page: { title: t('handoff.title'), isPrivate: true }, handOff: view },
    { status: statuses[view.outcome], headers: privateHeaders() },
  );
}

/** The visitor has pressed the button: the partner's link is made at this moment, and followed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { view, search, urlId, searches, language } = await handOffOf(request);
  const answer = (handOff: HandOffView, status = statuses[handOff.outcome]) =>
    json({ handOff }, { status, headers: privateHeaders() });
  if (view.outcome !== 'ready' || !search || view.isSample) return answer(view);
  const { limits } = await services();
  const retryAfter = await limits.partnerLinks.take(context.visitorAddress);
  if (retryAfter !== undefined) return answer({ outcome: 'limited', list: view.list, retryAfter }, statuses.limited);
  const link = await bookingLinkOf(searches, search, urlId, language);
  if (!link) return answer({ ...view, hasFailed: true }, 502);
  if (link.method === 'GET') return redirect(link.url, { status: 303, headers: privateHeaders() });
  return answer({ outcome: 'form', gate: view.offer.gate, url: link.url, params: Object.entries(link.params) });
}

export default function HandOffRoute() {
  const { handOff } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <HandOffPage handOff={answer?.handOff ?? handOff} />;
}

async function handOffOf(request: Request) {
  const { searches } = await services();
  const language = languageOfRequest(request);
  const { searchParams } = new URL(request.url);
  const urlId = searchParams.get('urlId') ?? '';
  const read = await readHandOff(searches, { searchId: searchParams.get('searchId'), urlId }, language);
  return { ...read, urlId, searches, language };
}
