/** Signature of the first file in a ZIP archive (PKWARE APPNOTE 6.3.10, section 4.3.7). */
const localHeaderSignature = Buffer.from('PK\x03\x04', 'latin1');
/** Offset of the length of the first file's name, and of the name itself, in bytes. */
const nameLengthOffset = 26;
const nameOffset = 30;

/** DICOM files have a preamble of 128 bytes before their signature (DICOM PS3.10, section 7.1). */
const dicomSignature = Buffer.from('DICM', 'latin1');
const dicomSignatureOffset = 128;

/**
 * Names of the first file in archives that are documents or programs: Office Open XML, OpenDocument and e-books, Java
 * and Android. Somebody who sends one has chosen the wrong file and should be told. This is not a security measure: an
 * archive may contain anything.
 */
const otherFormats = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/|mimetype|META-INF\/)/;

/**
 * Detects the media type of a file from a radiologist's disc from its first bytes. Archives are never unpacked: only
 * the name of the first file is read.
 * @returns undefined for anything but a ZIP archive or a DICOM file
 */
export function discType(head: Uint8Array): 'application/zip' | 'application/dicom' | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (startsWith(bytes, localHeaderSignature, 0) && bytes.length > nameOffset) {
    const nameEnd = nameOffset + bytes.readUInt16LE(nameLengthOffset);
    return otherFormats.test(bytes.toString('latin1', nameOffset, nameEnd)) ? undefined : 'application/zip';
  }
  return startsWith(bytes, dicomSignature, dicomSignatureOffset) ? 'application/dicom' : undefined;
}

function startsWith(bytes: Buffer, signature: Buffer, offset: number): boolean {
  return bytes.subarray(offset, offset + signature.length).equals(signature);
}
