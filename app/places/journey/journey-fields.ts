import type { FormLanguage } from '#app/i18n/languages.ts';
import { undecidedDestinationField } from '../field/undecided-destination-field.ts';
import { journeyParameters } from './journey-parameters.ts';

/** Path that responds to a POST request with {@link journeyFields} by returning a `JourneyView`, or null. */
export const journeysPath = '/journeys';

/** Returns whether a field of a form affects its journey. */
export function isJourneyField(name: string): boolean {
  return [...journeyParameters, undecidedDestinationField].includes(name);
}

/**
 * Returns the parameters from which the server describes the journey in a form; undefined if a place is missing or the
 * destination is undecided.
 * @param language the language of the description
 */
export function journeyFields(form: HTMLFormElement, language: FormLanguage): URLSearchParams | undefined {
  const entered = new FormData(form);
  const fields = new URLSearchParams({ names: language });
  for (const name of journeyParameters) {
    const value = entered.get(name);
    if (typeof value === 'string' && value.trim() !== '') fields.set(name, value.trim());
  }
  const isComplete = fields.has('origin') && fields.has('destination') && !entered.has(undecidedDestinationField);
  return isComplete ? fields : undefined;
}
