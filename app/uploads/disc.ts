import type { FileLimits } from './limits.ts';

/** The media types of files from a radiologist's disc: an archive of it all, or a single image (IANA registry). */
const discTypes: readonly string[] = ['application/zip', 'application/dicom'];

/** Whether a media type, detected from the content, is that of a file from a disc. */
export function isDiscType(type: string): boolean {
  return discTypes.includes(type);
}

/** Returns the total size of the files from discs (bytes). */
export function discBytesByType(files: readonly { type: string; size: number }[]): number {
  return files.filter(({ type }) => isDiscType(type)).reduce((sum, { size }) => sum + size, 0);
}

/**
 * Names of archives and DICOM files. Files on discs often have no extension, such as `IM000001`, or are named after their
 * numeric identifier, such as `1.2.840.10008.1`.
 */
const discNames = /^[^.]+$|\.(?:zip|dcm|dicom|\d+)$/i;

/** Whether a form with these limits treats a file as one from a disc, which is uploaded separately. */
export function isDisc(file: { name: string; type?: string }, { disc }: FileLimits): boolean {
  return disc !== undefined && looksLikeDisc(file);
}

/**
 * Whether a file looks as if it came from a disc, by its name, as far as a browser can tell. The server decides by the
 * content.
 * @param type the type that the browser assumes; empty if unknown
 */
function looksLikeDisc({ name, type = '' }: { name: string; type?: string }): boolean {
  return discMediaType.test(type) || (!/^image\/|pdf$/.test(type) && discNames.test(name));
}

const discMediaType = /zip|dicom/;

/** Whether only the name of a file suggests that it comes from a disc, so that its content may show that it does not. */
export function isDiscByNameOnly(file: { name: string; type: string }, limits: FileLimits): boolean {
  return isDisc(file, limits) && !discMediaType.test(file.type);
}

/** Returns the total size of the files that a form treats as files from a disc (bytes). */
export function discBytesByName(
  files: readonly { name: string; type?: string; size: number }[],
  limits: FileLimits,
): number {
  return files.filter((file) => isDisc(file, limits)).reduce((sum, { size }) => sum + size, 0);
}

/** Returns the limits for adding to a request that already has these files. */
export function remainingLimits(files: readonly { name: string; size: number }[], limits: FileLimits): FileLimits {
  const { disc } = limits;
  if (!disc) return limits;
  return {
    ...limits,
    disc: { ...disc, maxTotalBytes: Math.max(0, disc.maxTotalBytes - discBytesByName(files, limits)) },
  };
}
