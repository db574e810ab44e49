import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import type { Database } from '#app/database/database.server.ts';
import type { GoneReason } from '#app/enquiries/receipt/gone-receipt.tsx';
import { receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { isReceiptClosed, readEnquiry, readErasure } from '#app/enquiries/store/read-enquiry.server.ts';
import { formatTimestampInBerlin } from '#app/i18n/format/dates.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';
import { findDocumentLanguage } from '../document-language.server.ts';
import { type ErasureRecorder, recordErasures } from './record-erasures.server.ts';

/**
 * Loads the enquiry of a receipt URL.
 * @returns `record` with its path, the language of the page and the texts in it; only `gone`, a 410 response, if the
 *   enquiry was erased or the receipt has expired or was revoked
 * @throws {Response} 404 if the enquiry never existed; 503 if its erasure has not been written to the erasures file
 */
export async function loadReceipt(args: LoaderFunctionArgs) {
  const { database, retentionRunner } = await services();
  const language = await findDocumentLanguage(args, database);
  const token = args.params.token ?? '';
  const t = await i18n.getFixedT(language, 'receipt');
  const record = await readEnquiry(database, { receiptToken: token });
  if (!record) return { gone: await goneResponse({ database, retentionRunner }, token, language, t) };
  return { record, t, language, path: receiptPath(languageOf(args), token) };
}

async function goneResponse(
  { database, retentionRunner }: { database: Database; retentionRunner: ErasureRecorder },
  token: string,
  language: FormLanguage,
  t: (key: 'erased.title' | 'closed.title') => string,
) {
  const erasure = await readErasure(database, { receiptToken: token });
  if (erasure) {
    // The process that erased it may have died before it recorded that, and the page confirms the erasure.
    if (!erasure.isRecorded) await recordErasures(retentionRunner);
    return respondGone(t('erased.title'), { reason: 'erased', at: formatTimestampInBerlin(erasure.at, language) });
  }
  if (!(await isReceiptClosed(database, token))) throw notFound();
  return respondGone(t('closed.title'), { reason: 'closed' });
}

/** Returns the 410 response of a receipt, or of a link to it, that is gone. */
export function respondGone(title: string, gone: GoneReason) {
  return json({ page: { title, isPrivate: true }, gone }, { status: 410, headers: privateHeaders() });
}
