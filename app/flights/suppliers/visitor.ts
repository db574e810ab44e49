/**
 * What some suppliers require about the visitor. This is personal data: it goes to the supplier with the request that
 * the visitor triggered, and is neither stored nor logged.
 */
export interface Visitor {
  /** IP address. */
  address: string;
  /** The browser's User-Agent header; empty if it sends none. */
  userAgent: string;
}

/** Returns the visitor who sent a request; undefined if the address is unknown. */
export function visitorOf({
  request,
  context,
}: {
  request: Request;
  context: { visitorAddress?: string };
}): Visitor | undefined {
  const { visitorAddress } = context;
  if (visitorAddress === undefined) return undefined;
  return { address: visitorAddress, userAgent: request.headers.get('User-Agent') ?? '' };
}
