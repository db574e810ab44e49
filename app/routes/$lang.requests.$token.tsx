import { json, type ActionFunctionArgs, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { PageHandle } from '#app/content/current-page.ts';
import { keepFormWhenOffline, type FormAnswer } from '#app/enquiries/form-answer.ts';
import { ErasedReceipt } from '#app/enquiries/receipt/erased-receipt.tsx';
import { receiptCookie } from '#app/enquiries/receipt/receipt-address.server.ts';
import { ReceiptPage } from '#app/enquiries/receipt/receipt-page.tsx';
import { receiptView } from '#app/enquiries/receipt/receipt-view.server.ts';
import { receiptNews } from '#app/enquiries/receipt/receipt-view.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { isolateLtr } from '#app/i18n/bidi.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import { privateHeaders, receiptOf } from './private-page.server.ts';
import { services } from '#app/services.server.ts';
import { postToReceipt } from './receipt-post.server.ts';

export const handle: PageHandle = { i18n: ['receipt', 'forms'], needsReact: true };

/** A receipt is for whoever has its secret address: kept out of caches, search engines and referrers. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** 404 for an address that never was one, 410 for one whose enquiry has been erased. */
export async function loader(args: LoaderFunctionArgs) {
  const receipt = await receiptOf(args);
  if (receipt.gone) return receipt.gone;
  const { record, t, wording, path } = receipt;

  const { env } = await services();
  const cookie = receiptCookie(path, env.IS_HTTPS);
  const told: unknown = await cookie.parse(args.request.headers.get('Cookie'));
  const news = receiptNews.find((name) => name === told);
  const worded = await i18n.getFixedT(wording, 'receipt');
  const view = receiptView(record, wording, (choice) => worded(`choice.${choice}`));
  const responseHeaders = privateHeaders();
  if (news) responseHeaders.append('Set-Cookie', await cookie.serialize('', { maxAge: 0 }));
  return json(
    {
      page: {
        title: t('title', { reference: isolateLtr(formatReference(view.reference)) }),
        isPrivate: true,
        form: 'documents',
      },
      receipt: view,
      news,
    },
    { headers: responseHeaders },
  );
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export const action = ({ request, params }: ActionFunctionArgs) => postToReceipt(request, params.token ?? '');

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormWhenOffline(() => serverAction<FormAnswer>());

export default function ReceiptRoute() {
  const { t } = useTranslation('receipt');
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  if ('erasedAt' in data) return <ErasedReceipt heading={t('erased.title')} at={data.erasedAt} />;
  return <ReceiptPage receipt={data.receipt} news={data.news} answer={answer} />;
}
