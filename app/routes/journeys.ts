import { type ActionFunctionArgs, json } from '@remix-run/node';
import { isFormLanguage } from '#app/i18n/languages.ts';
import { buildJourneyView } from '#app/places/journey/build-journey-view.server.ts';
import { readJourneyQuery } from '#app/places/journey/read-journey-query.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';

/**
 * Returns the journey between two typed places at a glance, for the forms; null if we do not understand both. The places
 * are the visitor's words, so they are posted: they must not be in an address.
 */
export async function action({ request }: ActionFunctionArgs) {
  const fields = new URLSearchParams(await request.text());
  const language = fields.get('names') ?? '';
  if (!isFormLanguage(language)) throw notFound();
  const journey = await buildJourneyView(readJourneyQuery(fields), language);
  return json(journey ?? null, { headers: { 'Cache-Control': 'no-store' } });
}
