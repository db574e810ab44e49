import type { Environment } from './env.server.ts';

/** Returns the site's public origin: SITE_URL if it is set, else the origin of the request's URL. */
export function publicOrigin(request: Request, { SITE_URL }: Environment): string {
  return SITE_URL ?? new URL(request.url).origin;
}
