import { json } from '@remix-run/node';
import type { Page } from '#app/content/frame/current-page.ts';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import { prefillJourney } from '#app/enquiries/form/form-journey.server.ts';
import { earliestToday } from '#app/i18n/format/dates.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';

/**
 * Responds with the data of a page whose form asks for a journey. If the URL names the journey, the form is prefilled,
 * and the page must not be cached, because it contains the visitor's places. The route must pass on the headers of its
 * loader.
 */
export async function respondWithPrefilledPage<Data extends { page: Page }>(
  request: Request,
  language: FormLanguage,
  data: Data,
) {
  const prefilled = await prefillJourney(request, language);
  const page: Page = prefilled ? { ...data.page, isPrivate: true, callBack: 'link' } : data.page;
  return json(
    { ...data, page, prefilled, earliestDate: earliestToday(new Date()) },
    { headers: prefilled && privateHeaders() },
  );
}
