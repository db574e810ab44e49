import { type HeadersFunction, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import { GoneReceipt } from '#app/enquiries/receipt/gone-receipt.tsx';
import { HospitalSheet } from '#app/enquiries/receipt/sheet/hospital-sheet.tsx';
import { loadReceipt } from '#app/submissions/receipt/load-receipt.server.ts';

export const handle: PageHandle = { i18n: ['receipt'] };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: LoaderFunctionArgs) {
  const receipt = await loadReceipt(args);
  if (receipt.gone) return receipt.gone;
  const { record, t, path } = receipt;
  return json(
    {
      page: { title: t('sheet.title'), isPrivate: true },
      reference: record.enquiry.reference,
      receiptPath: path,
    },
    { headers: privateHeaders() },
  );
}

export default function SheetPage() {
  const data = useLoaderData<typeof loader>();
  if ('gone' in data) return <GoneReceipt gone={data.gone} />;
  return <HospitalSheet reference={data.reference} receiptPath={data.receiptPath} />;
}
