import { Readable } from 'node:stream';
import type { EnquiryRecord } from '#app/enquiries/store/read-enquiry.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { privateHeaders } from '../private-headers.ts';

/** Pictures that every browser shows and none runs. */
const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/**
 * Returns how a file of a request may be opened: `none` for an infected one and one that is still being checked, `warning`
 * for one without a virus check.
 */
export function fileAccess({ checks }: EnquiryRecord, index: number): 'none' | 'warning' | 'free' {
  const state = checks[index]?.state;
  if (state === 'clean') return 'free';
  return state === 'none' || state === 'unchecked' ? 'warning' : 'none';
}

/**
 * Responds with a file of a request. Common pictures are shown without any rights for what is in them; everything else is
 * downloaded.
 */
export async function fileResponse(
  { enquiry }: EnquiryRecord,
  index: number,
  files: FileStore,
): Promise<Response | undefined> {
  const file = enquiry.attachments[index];
  if (!file || (await files.sizeOf(file.storageKey)) !== file.size) return undefined;
  const isShown = shownTypes.includes(file.type);
  return new Response(Readable.toWeb(files.open(file.storageKey)) as ReadableStream, {
    headers: {
      ...privateHeaders,
      'Content-Type': isShown ? file.type : 'application/octet-stream',
      'Content-Length': String(file.size),
      'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeRfc5987(file.name)}`,
      // Browsers centre a picture with styles of their own.
      'Content-Security-Policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** Encodes a file name for a header (RFC 8187). */
function encodeRfc5987(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
