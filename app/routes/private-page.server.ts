import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { Database } from '#app/database/database.server.ts';
import { erasedAt, readEnquiry } from '#app/enquiries/read-enquiry.server.ts';
import { receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { formatMoment } from '#app/i18n/dates.ts';
import { i18n } from '#app/i18n/i18n.server.ts';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import type { Language, Wording } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';
import { notFound } from './not-found.server.ts';

/**
 * For pages of one visitor at a secret address: not for caches and search engines. The referrer goes to this site only;
 * with none at all browsers would send forms with `Origin: null`.
 */
export function privateHeaders(): Headers {
  return new Headers({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
}

/**
 * The enquiry behind a receipt's address, for its pages: `record` where it is there, else `gone`, the 410 to answer with
 * because it has been erased.
 * @throws {Response} 404 where there never was one
 */
export async function receiptOf({ request, params }: LoaderFunctionArgs) {
  const { database } = await services();
  const language = languageOfRequest(request);
  const token = params.token ?? '';
  const t = await i18n.getFixedT(request, 'receipt');
  const record = await readEnquiry(database, { receiptToken: token });
  if (!record) return { gone: await goneReceipt(database, token, language, t('erased.title')) };
  // Russian is the form's; between the other two languages the page decides.
  const wording: Wording = record.enquiry.language === 'ru' ? 'ru' : language;
  return { record, t, wording, path: receiptPath(language, token) };
}

async function goneReceipt(database: Database, token: string, language: Language, title: string) {
  const moment = await erasedAt(database, { receiptToken: token });
  if (moment === undefined) throw notFound();
  return json(
    { page: { title, isPrivate: true }, erasedAt: formatMoment(moment, language) },
    { status: 410, headers: privateHeaders() },
  );
}
