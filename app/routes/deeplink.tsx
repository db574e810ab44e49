import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import { expired, readHandOff, requestBookingLink } from '#app/flights/hand-off/hand-off.server.ts';
import { HandOffPage } from '#app/flights/hand-off/hand-off-page.tsx';
import type { HandOffView } from '#app/flights/hand-off/hand-off-view.ts';
import { readListQuery } from '#app/flights/model/list-query.ts';
import { visitorOf } from '#app/flights/suppliers/visitor.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { services } from '#app/services.server.ts';

export const handle: PageHandle = { i18n: ['hand-off', 'flights'] };

export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders;

/** HTTP status by outcome. */
const statuses = { ready: 200, form: 200, missing: 400, expired: 410, gone: 404, limited: 429 };

/** Shows the offer to be booked. Does not contact the partner, because bots and prefetching may request this page. */
export async function loader(args: LoaderFunctionArgs) {
  const { view, language } = await loadHandOff(args);
  const t = await i18n.getFixedT(language, 'hand-off');
  return json(
    { page: { title: t('title'), isPrivate: true }, handOff: view },
    { status: statuses[view.outcome], headers: privateHeaders() },
  );
}

/** Requests the partner's booking link when the visitor presses the button, and redirects to it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { view, search, fareId, searches, language } = await loadHandOff({ request, context });
  const respond = (handOff: HandOffView, status = statuses[handOff.outcome]) =>
    json({ handOff }, { status, headers: privateHeaders() });
  if (view.outcome !== 'ready' || !search || view.isSample) return respond(view);
  const { limits } = await services();
  const retryAfter = await limits.partnerLinks.consume(context.visitorAddress);
  if (retryAfter !== undefined)
    return respond({ outcome: 'limited', listUrl: view.listUrl, retryAfter }, statuses.limited);
  const link = await requestBookingLink(searches, search, fareId, language, () => visitorOf({ request, context }));
  if (link === 'expired') return respond(expired(view.listUrl));
  if (link === 'failed') return respond({ ...view, hasFailed: true }, 502);
  if (link.method === 'GET') return redirect(link.url, { status: 303, headers: privateHeaders() });
  const { url, params, expiresAt } = link;
  const minutes = expiresAt && Math.max(1, Math.floor((expiresAt * 1000 - Date.now()) / 60_000));
  return respond({ outcome: 'form', gate: view.offer.gate, url, params: Object.entries(params), minutes });
}

export default function HandOffRoute() {
  const { handOff } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return <HandOffPage handOff={actionData?.handOff ?? handOff} />;
}

/** Reads the offer that the URL identifies. If only our staff can book it, redirects to the request form. */
async function loadHandOff({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  const { searches } = await services();
  const language = languageOf({ request, context });
  const { searchParams } = new URL(request.url);
  const fareId = searchParams.get('urlId') ?? '';
  const { currency } = readListQuery(searchParams);
  const loaded = await readHandOff(searches, { searchId: searchParams.get('searchId'), fareId, currency }, language);
  if ('formUrl' in loaded) {
    const toForm: Response = redirect(loaded.formUrl, { status: 303, headers: privateHeaders() });
    throw toForm;
  }
  return { ...loaded, fareId, searches, language };
}
