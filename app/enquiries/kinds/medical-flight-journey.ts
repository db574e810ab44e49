import type { JourneyQuery } from '#app/places/journey/journey.ts';
import type { SubmittedFields } from '../enquiry.ts';

/**
 * Returns the journey of an evacuation or medical-flight enquiry; undefined for other kinds, for a ground ambulance, or
 * if the destination is undecided.
 */
export function medicalFlightJourney({ kind, fields }: SubmittedFields): JourneyQuery | undefined {
  if (kind !== 'evacuation' && kind !== 'medical-flight') return undefined;
  const isOnGround = kind === 'medical-flight' && fields.flight === 'ground-ambulance';
  return isOnGround || fields.destinationOpen ? undefined : fields;
}
