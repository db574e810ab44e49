import { type ActionFunctionArgs, type HeadersFunction, json, type LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import { readDeskMessages } from '#app/enquiries/correspondence/desk-messages.server.ts';
import { readEmailPreference } from '#app/enquiries/correspondence/email-preference.server.ts';
import { countSentLinks, isFromSentLink } from '#app/enquiries/correspondence/sent-links.server.ts';
import { type FormActionData, keepFormOnFailure } from '#app/enquiries/form-action-data.ts';
import { medicalFlightJourney } from '#app/enquiries/kinds/medical-flight-journey.ts';
import { readProgress } from '#app/enquiries/progress/read-progress.server.ts';
import { GoneReceipt } from '#app/enquiries/receipt/gone-receipt.tsx';
import { receiptCookie } from '#app/enquiries/receipt/receipt-address.server.ts';
import { ReceiptPage } from '#app/enquiries/receipt/receipt-page.tsx';
import { receiptView } from '#app/enquiries/receipt/receipt-view.server.ts';
import { receiptFlashMessages } from '#app/enquiries/receipt/receipt-view.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import type { Choice } from '#app/i18n/texts/message.ts';
import { buildJourneyView } from '#app/places/journey/build-journey-view.server.ts';
import { services } from '#app/services.server.ts';
import { loadReceipt } from '#app/submissions/receipt/load-receipt.server.ts';
import { postToReceipt } from '#app/submissions/receipt/receipt-post.server.ts';

export const handle: PageHandle = { i18n: ['receipt', 'forms'], startsReact: 'on-idle' };

/**
 * Headers that keep the receipt, which anyone with its secret URL can open, out of caches, search engines and
 * referrers.
 */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Responds with 404 for an unknown token and 410 for an erased enquiry. */
export async function loader(args: LoaderFunctionArgs) {
  const receipt = await loadReceipt(args);
  if (receipt.gone) return receipt.gone;
  const { record, t, language, path } = receipt;

  const { env, database, facts, mailsFamilies } = await services();
  const cookie = receiptCookie(path, env.IS_HTTPS);
  const cookieValue: unknown = await cookie.parse(args.request.headers.get('Cookie'));
  const flashMessage = receiptFlashMessages.find((name) => name === cookieValue);
  const { id } = record.enquiry;
  const updates = {
    progress: await readProgress(database, id),
    messages: await readDeskMessages(database, id),
    wantsMail: mailsFamilies ? await readEmailPreference(database, id) : undefined,
    hasSentLinks: (await countSentLinks(database, id, Date.now())) > 0,
    isFromSentLink: await isFromSentLink(database, args.params.token ?? ''),
  };
  const { searchParams } = new URL(args.request.url);
  const pageNumbers = { later: searchParams.get('later'), messages: searchParams.get('messages') };
  const translateChoice = (choice: Choice) => t(`choice.${choice}`);
  const view = receiptView(record, updates, language, translateChoice, facts.current().facts, pageNumbers);
  const journey = await buildJourneyView(medicalFlightJourney(record.enquiry), language, record.enquiry.receivedAt);
  const responseHeaders = privateHeaders();
  if (flashMessage) responseHeaders.append('Set-Cookie', await cookie.serialize('', { maxAge: 0 }));
  return json(
    {
      page: {
        title: t('title', { reference: isolateLtr(formatReference(view.reference)) }),
        isPrivate: true,
        form: view.latestMessage ? 'answer' : 'documents',
      },
      receipt: view,
      journey,
      flashMessage,
    },
    { headers: responseHeaders },
  );
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export const action = (args: ActionFunctionArgs) => postToReceipt(args);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormOnFailure(() => serverAction<FormActionData>());

export default function ReceiptRoute() {
  const data = useLoaderData<typeof loader>();
  const actionData = useActionData<FormActionData>();
  if ('gone' in data) return <GoneReceipt gone={data.gone} />;
  return (
    <ReceiptPage
      receipt={data.receipt}
      journey={data.journey}
      flashMessage={data.flashMessage}
      actionData={actionData}
    />
  );
}
