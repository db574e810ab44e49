import type { JourneyQuery } from '#app/places/journey/journey.ts';
import type { SubmittedFields } from '../enquiry.ts';

/**
 * Returns the journey of an evacuation or medical-flight enquiry, unless it is by ground ambulance or the destination is
 * undecided; otherwise undefined.
 */
export function medicalFlightJourney({ kind, fields }: SubmittedFields): JourneyQuery | undefined {
  if (kind !== 'evacuation' && kind !== 'medical-flight') return undefined;
  const isOnGround = kind === 'medical-flight' && fields.flight === 'ground-ambulance';
  return isOnGround || fields.destinationOpen ? undefined : fields;
}
