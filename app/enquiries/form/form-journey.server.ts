import { showJourneyIntent } from '#app/forms/field-names.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';
import { buildJourneyView } from '#app/places/journey/build-journey-view.server.ts';
import { journeyParameters } from '#app/places/journey/journey-parameters.ts';
import { readJourneyQuery } from '#app/places/journey/read-journey-query.server.ts';
import type { FormActionData } from '../form-action-data.ts';

/**
 * Returns the journey that the submitted fields of a form describe, for display in the form.
 * @param intent the pressed button; if it asks to show the journey, but its places are not recognised, the form says so
 */
export async function journeyOfFields(
  fields: FormData,
  intent: string | undefined,
  language: FormLanguage,
): Promise<Pick<FormActionData, 'journey'>> {
  const journey = await buildJourneyView(readJourneyQuery(fields), language);
  return { journey: intent === showJourneyIntent ? (journey ?? null) : journey };
}

/**
 * Fills in the form of a page whose URL names the places of a journey or its date, as if the visitor had just entered
 * them.
 * @returns undefined if the URL names none of them
 */
export async function prefillJourney(request: Request, language: FormLanguage): Promise<FormActionData | undefined> {
  const { searchParams } = new URL(request.url);
  const named = journeyParameters.filter((name) => searchParams.has(name));
  if (named.length === 0) return undefined;
  const initialValue = Object.fromEntries(named.map((name) => [name, searchParams.get(name) ?? '']));
  const journey = await buildJourneyView(readJourneyQuery(searchParams), language);
  return { failed: false, result: { initialValue }, journey };
}
