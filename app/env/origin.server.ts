import type { Environment } from './env.server.ts';

/** The site's public origin: SITE_URL, else that of the request. */
export function originOf(request: Request, { SITE_URL }: Environment): string {
  return SITE_URL ?? new URL(request.url).origin;
}
