import { json, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { enquiryRows } from '#app/enquiries/enquiry-rows.ts';
import { Receipt } from '#app/enquiries/receipt.tsx';
import { overallState, readEnquiry } from '#app/enquiries/read-enquiry.server.ts';
import { receiptCookie, receiptPath } from '#app/enquiries/receipt.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { isolateLtr } from '#app/i18n/bidi.ts';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import type { PageHandle } from '#app/content/current-page.ts';
import { services } from '#app/services.server.ts';
import { Notice } from '#app/ui/notice.tsx';
import { notFound } from './not-found.server.ts';

export const handle: PageHandle = { i18n: ['receipt', 'forms'] };

/** A receipt is for whoever has its secret address: kept out of caches, search engines and referrers. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { database } = await services();
  const language = languageOfRequest(request);
  const token = params.token ?? '';
  const record = await readEnquiry(database, { receiptToken: token });
  if (!record) throw notFound();
  const { enquiry, parcels } = record;

  const cookie = receiptCookie(receiptPath(language, token));
  const wasJustSent = (await cookie.parse(request.headers.get('Cookie'))) === 'sent';
  const t = await i18n.getFixedT(request, 'receipt');
  const responseHeaders = new Headers({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
  if (wasJustSent) responseHeaders.append('Set-Cookie', await cookie.serialize('', { maxAge: 0 }));
  return json(
    {
      page: { title: t('title', { reference: isolateLtr(formatReference(enquiry.reference)) }), isPrivate: true },
      wasJustSent,
      isMessage: enquiry.kind === 'contact',
      receipt: {
        reference: enquiry.reference,
        rows: enquiryRows(enquiry),
        phone: enquiry.fields.phone,
        isFlight: enquiry.kind === 'evacuation' || enquiry.kind === 'medical-flight',
        files: enquiry.attachments.map(({ name, size }) => ({ name, size })),
        receivedAt: enquiry.receivedAt,
        state: overallState(parcels.map(({ state }) => state)),
      },
    },
    { headers: responseHeaders },
  );
}

export default function ReceiptPage() {
  const { t } = useTranslation('forms');
  const { receipt, wasJustSent, isMessage } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      {wasJustSent && (
        <Notice>
          <p>{isMessage ? t('form.message_sent') : t('form.success')}</p>
        </Notice>
      )}
      <Receipt {...receipt} />
    </main>
  );
}
