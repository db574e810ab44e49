import type { IncomingMessage } from 'node:http';

/**
 * Returns the host that the client requested: the first X-Forwarded-Host if present, else Host. The guard removes
 * X-Forwarded-Host from requests that do not come from a trusted proxy.
 */
export function requestedHost({ headers }: IncomingMessage): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  return typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : headers.host;
}
