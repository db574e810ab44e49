import type { Environment } from '#app/env.server.ts';

/** Scheme and host of the site's public address: that of the environment, or the one it was asked under. */
export function originOf(request: Request, { SITE_URL }: Environment): string {
  return SITE_URL ?? new URL(request.url).origin;
}
