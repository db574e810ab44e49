import type { SupplierTiming } from '../supplier.server.ts';

/** Timing of the product's API (spec, section 9). */
export const apiTiming: SupplierTiming = {
  pollInterval: 4_000,
  maxDuration: 60_000,
  offerLifetime: 15 * 60_000,
};
