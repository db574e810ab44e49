import {
  json,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { PageHandle } from '#app/content/current-page.ts';
import { readEnquiry } from '#app/enquiries/read-enquiry.server.ts';
import { EraseQuestion } from '#app/enquiries/receipt/erase-question.tsx';
import { ErasedReceipt } from '#app/enquiries/receipt/erased-receipt.tsx';
import { receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { eraseEnquiry } from '#app/enquiries/retention.server.ts';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import { services } from '#app/services.server.ts';
import { originOf } from './origin.server.ts';
import { privateHeaders, receiptOf } from './private-page.server.ts';

export const handle: PageHandle = { i18n: ['receipt'] };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: LoaderFunctionArgs) {
  const receipt = await receiptOf(args);
  if (receipt.gone) return receipt.gone;
  const { record, t, path } = receipt;
  return json(
    {
      page: { title: t('erase.open'), isPrivate: true },
      reference: record.enquiry.reference,
      receipt: path,
      isWithDesk: record.parcels.some(({ mayBeOutside }) => mayBeOutside),
    },
    { headers: privateHeaders() },
  );
}

/** Erases everything behind a receipt (product: delete my data); then its address answers 410. */
export async function action({ request, params }: ActionFunctionArgs) {
  const site = await services();
  const token = params.token ?? '';
  const record = await readEnquiry(site.database, { receiptToken: token });
  if (record) {
    const { noticeId } = await eraseEnquiry(site.database, site.files, record.enquiry.id, 'visitor', Date.now());
    site.housekeeping.overwriteSoon();
    if (noticeId) void site.delivery.attempt(noticeId, 0);
  }
  return redirect(originOf(request, site.env) + receiptPath(languageOfRequest(request), token), 303);
}

export default function ErasePage() {
  const { t } = useTranslation('receipt');
  const data = useLoaderData<typeof loader>();
  if ('erasedAt' in data) return <ErasedReceipt heading={t('erased.title')} at={data.erasedAt} />;
  return <EraseQuestion {...data} />;
}
