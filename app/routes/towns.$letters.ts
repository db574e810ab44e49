import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { fold } from '#app/i18n/input/fold.ts';
import { isFormLanguage } from '#app/i18n/languages.ts';
import { canStartTown } from '#app/places/field/town-suggestions.ts';
import { townsStartingWith } from '#app/places/field/towns-starting-with.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';

/** Cache lifetime (s): the list of towns changes only with a new version of the site. */
const maxAge = 24 * 60 * 60;

/** Returns the towns whose names start with the given letters, for the suggestions of a place field. */
export function loader({ request, params: { letters = '' } }: LoaderFunctionArgs) {
  const language = new URL(request.url).searchParams.get('names') ?? '';
  // Only folded letters, so that every response has a single URL.
  if (!isFormLanguage(language) || !canStartTown(letters) || letters !== fold(letters)) throw notFound();
  return json(townsStartingWith(letters, language), { headers: { 'Cache-Control': `public, max-age=${maxAge}` } });
}
