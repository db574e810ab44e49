import type { JourneyQuery } from '#app/places/journey/journey.ts';
import type { SubmittedFields } from '../enquiry.ts';

/**
 * Returns the journey of an enquiry that asks for a flight; undefined for other enquiries, and if the destination is
 * undecided.
 */
export function flownJourney({ kind, fields }: SubmittedFields): JourneyQuery | undefined {
  if (kind !== 'evacuation' && kind !== 'medical-flight') return undefined;
  const isOnGround = kind === 'medical-flight' && fields.flight === 'ground-ambulance';
  return isOnGround || fields.destinationOpen ? undefined : fields;
}
