import { z } from 'zod';
import { faultKinds, mostPlaces, type ReportedFault } from './report-fault.ts';

/** A stranger may send anything here, and it goes into the log: only what cannot be a sentence is taken. */
const faultSchema = z.object({
  id: z.string().regex(/^[0-9A-Z]{10}$/),
  kind: z.enum(faultKinds),
  name: z.string().regex(/^[A-Za-z]{1,40}$/),
  places: z.array(z.string().regex(/^[\w.$-]{1,80}:\d{1,9}:\d{1,9}$/)).max(mostPlaces),
});

/** What a browser says of a fault; undefined for whatever else has come. */
export function readFault(body: string): ReportedFault | undefined {
  try {
    return faultSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
