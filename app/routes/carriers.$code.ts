import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { isCarrierCode } from '#app/airlines/carrier-code.ts';
import { carrierTile } from '#app/airlines/logos/carrier-tile.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Cache lifetime (s): a logo for a day; a tile briefly, until there may be a logo. */
const maxAge = { logo: 24 * 60 * 60, tile: 5 * 60 };

/**
 * Serves an airline's logo from our own host, or a tile with its code if there is none, so that images are never
 * broken.
 */
export async function loader({ request, params: { code = '' } }: LoaderFunctionArgs) {
  if (!isCarrierCode(code)) throw notFound();
  const { carrierLogos } = await services();
  const logo = await carrierLogos.find(code);
  const { bytes, type } = logo ?? carrierTile(code);
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Cache-Control': `public, max-age=${logo ? maxAge.logo : maxAge.tile}`,
    ETag: tag,
    // Opened directly, it would be a document on our host: forbid everything.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
  if (has(request, tag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.length) },
  });
}

/** Whether If-None-Match contains this ETag; intermediate caches may have weakened it (RFC 9110, section 13.1.2). */
function has(request: Request, tag: string): boolean {
  const tags = request.headers.get('If-None-Match')?.split(',') ?? [];
  return tags.some((known) => ['*', tag].includes(known.trim().replace(/^W\//, '')));
}
