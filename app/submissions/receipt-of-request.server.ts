import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import type { Database } from '#app/database/database.server.ts';
import { receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { erasedAt, readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { formatMoment } from '#app/i18n/format/dates.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import { type FormLanguage, isFormOnly, type Language } from '#app/i18n/languages.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/**
 * Loads the enquiry of a receipt URL: `record` if it exists, else `gone`, a 410 response for an erased one.
 * @throws {Response} 404 if it never existed
 */
export async function receiptOf({ request, params, context }: LoaderFunctionArgs) {
  const { database } = await services();
  const language = languageOf({ request, context });
  const token = params.token ?? '';
  const t = await i18n.getFixedT(language, 'receipt');
  const record = await readEnquiry(database, { receiptToken: token });
  if (!record) return { gone: await goneReceipt(database, token, language, t('erased.title')) };
  // Between languages of pages the page decides; one without pages is the form's.
  const sentIn = record.enquiry.language;
  const formLanguage: FormLanguage = isFormOnly(sentIn) ? sentIn : language;
  return { record, t, formLanguage, path: receiptPath(language, token) };
}

async function goneReceipt(database: Database, token: string, language: Language, title: string) {
  const moment = await erasedAt(database, { receiptToken: token });
  if (moment === undefined) throw notFound();
  return json(
    { page: { title, isPrivate: true }, erasedAt: formatMoment(moment, language) },
    { status: 410, headers: privateHeaders() },
  );
}
