import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import { expiredLastSentCookies } from '#app/enquiries/last-sent.server.ts';
import { EraseQuestion } from '#app/enquiries/receipt/erase-question.tsx';
import { GoneReceipt } from '#app/enquiries/receipt/gone-receipt.tsx';
import { receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import { withFormOnlyLanguage } from '#app/i18n/languages.ts';
import { eraseEnquiry } from '#app/retention/retention.server.ts';
import { services } from '#app/services.server.ts';
import { findDocumentLanguage } from '#app/submissions/document-language.server.ts';
import { loadReceipt } from '#app/submissions/receipt/load-receipt.server.ts';
import { recordErasures } from '#app/submissions/receipt/record-erasures.server.ts';

export const handle: PageHandle = { i18n: ['receipt'] };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: LoaderFunctionArgs) {
  const receipt = await loadReceipt(args);
  if (receipt.gone) return receipt.gone;
  const { record, t, path } = receipt;
  return json(
    {
      page: { title: t('erase.open'), isPrivate: true },
      reference: record.enquiry.reference,
      receipt: path,
      isWithDesk: record.outboxMessages.some(({ mayHaveLeft }) => mayHaveLeft),
    },
    { headers: privateHeaders() },
  );
}

/**
 * Erases an enquiry and its files (GDPR, Article 17); its URL then responds with 410. Responds with 503 if the erasure
 * cannot be recorded; repeating it is safe.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  const { database, delivery, env, files, retentionRunner, trustedTime } = await services();
  const token = params.token ?? '';
  const language = await findDocumentLanguage(args, database);
  const record = await readEnquiry(database, { receiptToken: token });
  try {
    if (record) {
      const { id } = record.enquiry;
      const uploads = { folder: env.UPLOADS_DIR, files };
      const now = Date.now();
      const { erasureMessageId } = await eraseEnquiry(
        database,
        files,
        id,
        'visitor',
        now,
        uploads,
        trustedTime.offset(),
      );
      if (erasureMessageId) void delivery.attempt(erasureMessageId, 0, context.trace);
    }
  } finally {
    // Even after an error: the request is erased before its files are deleted, and its pages then say so.
    if (record) retentionRunner.overwriteSoon();
    // Even if an earlier submission has erased it: its process may have died before recording that, or be recording it
    // now.
    await recordErasures(retentionRunner);
  }
  const headers = new Headers();
  // The form must no longer show that it was sent.
  for (const cookie of record ? expiredLastSentCookies(record.enquiry.kind) : []) headers.append('Set-Cookie', cookie);
  // The language of the erased request is no longer stored, so the URL has to contain it.
  const receipt = withFormOnlyLanguage(receiptPath(languageOf({ request, context }), token), language);
  return redirect(publicOrigin(request, env) + receipt, { status: 303, headers });
}

export default function ErasePage() {
  const data = useLoaderData<typeof loader>();
  if ('gone' in data) return <GoneReceipt gone={data.gone} />;
  return <EraseQuestion {...data} />;
}
