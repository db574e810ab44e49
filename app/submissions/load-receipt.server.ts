import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import type { Database } from '#app/database/database.server.ts';
import type { GoneReason } from '#app/enquiries/receipt/gone-receipt.tsx';
import { receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { isReceiptClosed, readEnquiry, readErasureTime } from '#app/enquiries/store/read-enquiry.server.ts';
import { formatTimestampInBerlin } from '#app/i18n/format/dates.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';
import { findDocumentLanguage } from './document-language.server.ts';

/**
 * Loads the enquiry of a receipt URL.
 * @returns `record` with its path, the language of the page and the texts in it; only `gone`, a 410 response, if the
 *   enquiry was erased or the receipt has expired or was revoked
 * @throws {Response} 404 if the enquiry never existed
 */
export async function loadReceipt(args: LoaderFunctionArgs) {
  const { database } = await services();
  const language = await findDocumentLanguage(args, database);
  const token = args.params.token ?? '';
  const t = await i18n.getFixedT(language, 'receipt');
  const record = await readEnquiry(database, { receiptToken: token });
  if (!record) return { gone: await goneResponse(database, token, language, t) };
  return { record, t, language, path: receiptPath(languageOf(args), token) };
}

async function goneResponse(
  database: Database,
  token: string,
  language: FormLanguage,
  t: (key: 'erased.title' | 'closed.title') => string,
) {
  const erasureTime = await readErasureTime(database, { receiptToken: token });
  if (erasureTime !== undefined) {
    return respondGone(t('erased.title'), { reason: 'erased', at: formatTimestampInBerlin(erasureTime, language) });
  }
  if (!(await isReceiptClosed(database, token))) throw notFound();
  return respondGone(t('closed.title'), { reason: 'closed' });
}

/** Returns the 410 response of a receipt, or of a link to it, that is gone. */
export function respondGone(title: string, gone: GoneReason) {
  return json({ page: { title, isPrivate: true }, gone }, { status: 410, headers: privateHeaders() });
}
