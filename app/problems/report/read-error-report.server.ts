import { z } from 'zod';
import { errorKinds, type ErrorReport, maxLocations } from './send-error-report.ts';

/** Maximum size of a report (bytes), far above that of one with all its locations. */
export const maxReportBytes = 4 * 1024;

/** Anyone can post here, and reports are logged, so values are restricted to exclude free text. */
const reportSchema = z.object({
  id: z.string().regex(/^[0-9A-Z]{10}$/),
  kind: z.enum(errorKinds),
  name: z.string().regex(/^[A-Za-z]{1,40}$/),
  places: z.array(z.string().regex(/^[\w.$-]{1,80}:\d{1,9}:\d{1,9}$/)).max(maxLocations),
});

/** Parses an error report from a browser; undefined if it is invalid. */
export function readErrorReport(body: string): ErrorReport | undefined {
  try {
    return reportSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
