import { type FlightSupplier, SupplierError } from './supplier.server.ts';

/**
 * Creates the supplier of a site without a source of flights (`FLIGHTS=none`). No page starts a search, and searches
 * that another supplier has started count as expired.
 */
export function noSupplier(): FlightSupplier {
  const refuse = () => Promise.reject(new SupplierError('refused', 'This site has no flight supplier'));
  return {
    name: 'none',
    timing: { pollInterval: 1000, maxDuration: 1000, offerLifetime: 1000 },
    isSample: false,
    start: refuse,
    poll: refuse,
    bookingLink: refuse,
  };
}
