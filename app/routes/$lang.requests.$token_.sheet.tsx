import { json, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { PageHandle } from '#app/content/current-page.ts';
import { readEnquiry } from '#app/enquiries/read-enquiry.server.ts';
import { ErasedReceipt } from '#app/enquiries/receipt/erased-receipt.tsx';
import { HospitalSheet } from '#app/enquiries/receipt/hospital-sheet.tsx';
import { receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import { InWording } from '#app/i18n/in-wording.tsx';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import { services } from '#app/services.server.ts';
import { erasedReceipt, privateHeaders } from './private-page.server.ts';

export const handle: PageHandle = { i18n: ['receipt'] };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { database } = await services();
  const language = languageOfRequest(request);
  const token = params.token ?? '';
  const record = await readEnquiry(database, { receiptToken: token });
  const t = await i18n.getFixedT(request, 'receipt');
  if (!record) return erasedReceipt(token, language, t('erased.title'));
  return json(
    {
      page: { title: t('sheet.title'), isPrivate: true },
      wording: record.enquiry.language === 'ru' ? ('ru' as const) : language,
      reference: record.enquiry.reference,
      receipt: receiptPath(language, token),
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
