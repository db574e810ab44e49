import { runInSlices } from '#app/clock/time-slices.ts';
import type { FlightSupplier } from './supplier.server.ts';
import { withoutContradictions } from './without-contradictions.ts';

/** Returns a supplier whose responses lack the proposals that contradict the search or themselves. */
export function doubtedSupplier(supplier: FlightSupplier): FlightSupplier {
  return {
    ...supplier,
    async poll(cursor, query) {
      const response = await supplier.poll(cursor, query);
      const { chunks, leftOut } = await runInSlices(withoutContradictions(response.chunks, query));
      return { ...response, chunks, ...(Object.keys(leftOut).length > 0 && { leftOut }) };
    },
  };
}
