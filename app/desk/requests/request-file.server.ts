import type { EnquiryRecord } from '#app/enquiries/store/read-enquiry.server.ts';
import { openWithoutLocationMetadata } from '#app/uploads/location/strip-location-metadata.server.ts';
import { fileResponse as respondWithFile } from '#app/uploads/storage/file-response.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { privateHeaders } from '../private-headers.ts';

/** Image formats that every browser can show, and that cannot contain scripts. */
const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/**
 * Returns how a file of a request may be opened: `none` if it is infected or still being checked, `warning` if it has
 * not been checked for viruses.
 */
export function fileAccess({ checks }: EnquiryRecord, index: number): 'none' | 'warning' | 'free' {
  const state = checks[index]?.state;
  if (state === 'clean') return 'free';
  return state === 'none' || state === 'unchecked' ? 'warning' : 'none';
}

/**
 * Responds with a file of a request; a photo is sent without its location metadata. Common image formats are shown, in
 * a sandbox without any permissions; everything else is downloaded.
 */
export async function fileResponse(
  { enquiry }: EnquiryRecord,
  index: number,
  files: FileStore,
): Promise<Response | undefined> {
  const file = enquiry.attachments[index];
  if (!file) return undefined;
  const isShown = shownTypes.includes(file.type);
  return respondWithFile(file, files, privateHeaders, { isShown, read: openWithoutLocationMetadata });
}
