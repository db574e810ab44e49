import { isCallbackAddress, maxCallbackBytes } from '#app/callback/callback-address.ts';
import { enquiryKinds } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';

/**
 * Limit for forms with files (bytes). Below the limit, the upload reader reports a file that is too large and keeps the
 * other input; above it, the whole request is refused.
 */
const maxWithFiles = 1024 * 1024 * 1024;
/** Limit for other forms, such as cookie preferences (bytes). */
const maxWithoutFiles = 64 * 1024;

/** Paths of the pages whose forms accept files, in every language. */
const formPages = new Set(
  Object.values(enquiryKinds).flatMap(({ pages }) =>
    pages.flatMap((page) => languageCodes.map((language) => pathIn(language, page))),
  ),
);
/** Path of a receipt, to which documents can be added. */
const receiptPage = new RegExp(`^/(?:${languageCodes.join('|')})/requests/[^/]+$`);

/** Path to which the desk posts files for a family. */
const deskFiles = /^\/desk\/requests\/[^/]+\/send$/;
/** Paths of the desk, which reads its other forms with limits of its own and refuses them in the person's language. */
const deskPath = /^\/desk(?:\/|$)/;
/** Limit for those (bytes). It admits a photo taken by a phone, so that the form can say that it is too large. */
const maxAtDesk = 16 * 1024 * 1024;

/**
 * Limit for one request of a resumable upload (bytes). Chunks are 2 MB, but a whole file of the maximum size is
 * accepted too.
 */
const maxChunk = 32 * 1024 * 1024;

/**
 * Checks a body by its Content-Length.
 * @returns status 411 or 413 (RFC 9110), or undefined if the body is acceptable
 */
export function checkBodySize(
  path: string,
  {
    length,
    hasChunkedEncoding,
    isUploadChunk,
  }: { length: string | undefined; hasChunkedEncoding: boolean; isUploadChunk: boolean },
): 411 | 413 | undefined {
  const limit = isUploadChunk ? maxChunk : limitOf(path);
  // Browsers always send Content-Length with a form. The upload readers enforce their limits while reading.
  if (hasChunkedEncoding && !isUploadChunk && limit < maxWithFiles) return 411;
  return Number(length ?? 0) > limit ? 413 : undefined;
}

function limitOf(path: string): number {
  if (acceptsFiles(path)) return maxWithFiles;
  if (deskPath.test(path)) return maxAtDesk;
  return isCallbackAddress(path) ? maxCallbackBytes : maxWithoutFiles;
}

function acceptsFiles(path: string): boolean {
  const page = path.replace(/\/$/, '');
  return formPages.has(page) || receiptPage.test(page) || deskFiles.test(page);
}
