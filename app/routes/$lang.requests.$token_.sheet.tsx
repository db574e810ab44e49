import { json, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { PageHandle } from '#app/content/current-page.ts';
import { ErasedReceipt } from '#app/enquiries/receipt/erased-receipt.tsx';
import { HospitalSheet } from '#app/enquiries/receipt/hospital-sheet.tsx';
import { InWording } from '#app/i18n/in-wording.tsx';
import { privateHeaders, receiptOf } from './private-page.server.ts';

export const handle: PageHandle = { i18n: ['receipt'] };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: LoaderFunctionArgs) {
  const receipt = await receiptOf(args);
  if (receipt.gone) return receipt.gone;
  const { record, t, wording, path } = receipt;
  return json(
    {
      page: { title: t('sheet.title'), isPrivate: true },
      wording,
      reference: record.enquiry.reference,
      receipt: path,
    },
    { headers: privateHeaders() },
  );
}

export default function SheetPage() {
  const { t } = useTranslation('receipt');
  const data = useLoaderData<typeof loader>();
  if ('erasedAt' in data) return <ErasedReceipt heading={t('erased.title')} at={data.erasedAt} />;
  return (
    <InWording wording={data.wording}>
      <HospitalSheet reference={data.reference} receipt={data.receipt} />
    </InWording>
  );
}
