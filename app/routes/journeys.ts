import { type ActionFunctionArgs, json } from '@remix-run/node';
import { submittedText } from '#app/forms/submitted-text.ts';
import { isFormLanguage } from '#app/i18n/languages.ts';
import { buildJourneyView } from '#app/places/journey/build-journey-view.server.ts';
import { readJourneyQuery } from '#app/places/journey/read-journey-query.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';
import { noFiles } from '#app/uploads/receive/no-files.ts';
import { readUpload } from '#app/uploads/receive/read-upload.server.ts';

/**
 * Returns a summary of the journey between two typed places, for the forms; null unless both are recognised. The places
 * are visitor input, which must not be in a URL, so they are sent in a POST request.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { fields, problem } = await readUpload(request, noFiles);
  const language = submittedText(fields, 'names') ?? '';
  if (problem || !isFormLanguage(language)) throw notFound();
  const journey = await buildJourneyView(readJourneyQuery(fields), language);
  return json(journey ?? null, { headers: { 'Cache-Control': 'no-store' } });
}
