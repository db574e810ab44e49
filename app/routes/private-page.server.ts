import { json } from '@remix-run/node';
import { erasedAt } from '#app/enquiries/read-enquiry.server.ts';
import { formatMoment } from '#app/i18n/dates.ts';
import type { Language } from '#app/i18n/languages.ts';
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
 * What a receipt's address answers when its enquiry is not there: 410 and when it was erased.
 * @throws {Response} 404 where there never was one
 */
export async function erasedReceipt(token: string, language: Language, title: string) {
  const { database } = await services();
  const moment = await erasedAt(database, { receiptToken: token });
  if (moment === undefined) throw notFound();
  return json(
    { page: { title, isPrivate: true }, erasedAt: formatMoment(moment, language) },
    { status: 410, headers: privateHeaders() },
  );
}
