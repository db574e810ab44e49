import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { isCarrierCode } from '#app/airlines/carrier-code.ts';
import { renderCarrierTile } from '#app/airlines/logos/carrier-tile.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Cache lifetime (s): a tile is cached only briefly, because a logo may become available. */
const maxAge = { logo: 24 * 60 * 60, tile: 5 * 60 };

/**
 * Serves an airline's logo from our own host, or a tile with the airline's code if there is no logo, so that no image
 * is broken.
 */
export async function loader({ request, params: { code = '' } }: LoaderFunctionArgs) {
  if (!isCarrierCode(code)) throw notFound();
  const { carrierLogos } = await services();
  const logo = await carrierLogos.find(code);
  const { bytes, type } = logo ?? renderCarrierTile(code);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Cache-Control': `public, max-age=${logo ? maxAge.logo : maxAge.tile}`,
    ETag: etag,
    // A logo that is opened directly is a document on our host: forbid everything.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
  if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.length) },
  });
}

/** Whether If-None-Match contains this ETag; intermediate caches may have weakened it (RFC 9110, section 13.1.2). */
function matchesEtag(request: Request, etag: string): boolean {
  const etags = request.headers.get('If-None-Match')?.split(',') ?? [];
  return etags.some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '')));
}
