import { isDicom } from '../signatures/dicom.ts';
import { isZipOfFiles } from '../signatures/zip.ts';

/**
 * Detects the media type of a file from a radiologist's disc from its first bytes.
 * @returns undefined for anything but a ZIP archive or a DICOM file
 */
export function discType(head: Uint8Array): 'application/zip' | 'application/dicom' | undefined {
  if (isZipOfFiles(head)) return 'application/zip';
  return isDicom(head) ? 'application/dicom' : undefined;
}
