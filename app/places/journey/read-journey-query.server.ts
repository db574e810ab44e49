import { parseTypedDate } from '#app/i18n/input/typed-date.ts';
import { undecidedDestinationField } from '../field/undecided-destination-field.ts';
import type { JourneyQuery } from './journey.ts';
import { journeyParameters } from './journey-parameters.ts';

/**
 * Reads the journey from the fields of a form, either submitted or in a URL.
 * @returns undefined if a place is missing or the destination is undecided; without a date if it is not valid
 */
export function readJourneyQuery(fields: FormData | URLSearchParams): JourneyQuery | undefined {
  const [origin = '', destination = '', date = ''] = journeyParameters.map((name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  });
  if (origin === '' || destination === '' || fields.has(undecidedDestinationField)) return undefined;
  return { origin, destination, date: parseTypedDate(date) };
}
