// This module is imported when the first picture needs it.

/** The JPEG quality: high enough to keep small print on a photographed page sharp. */
const quality = 0.92;
/**
 * Maximum number of pixels in the JPEG: an A4 page at 400 dpi has 15 million, and Safari allows 16.7 million in a
 * canvas.
 */
const maxPixels = 16_000_000;
/** Maximum number of pixels to decode, at four bytes each. Phones do not have the memory for more. */
const maxDecodedPixels = 50_000_000;

/**
 * Converts a picture to JPEG: upright, on white, without metadata, and scaled down if it has too many pixels. An
 * animation becomes its first frame.
 * @returns a file with the same name, but the extension `.jpg`
 * @throws {Error} if the browser cannot decode the picture, such as HEIC outside Safari
 */
export async function jpegFromPicture(file: File): Promise<File> {
  if ((await countPngPixels(file)) > maxDecodedPixels) throw new Error('The picture has too many pixels');
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  try {
    const scale = Math.min(1, Math.sqrt(maxPixels / (picture.width * picture.height)));
    canvas.width = Math.max(1, Math.floor(picture.width * scale));
    canvas.height = Math.max(1, Math.floor(picture.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser cannot allocate a canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!jpeg) throw new Error('The browser could not write a JPEG');
    return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, {
      type: 'image/jpeg',
      lastModified: file.lastModified,
    });
  } finally {
    picture.close();
    // Frees the memory at once; Safari would otherwise keep it for a while.
    canvas.width = 0;
    canvas.height = 0;
  }
}

/**
 * Returns the number of pixels that a PNG's header declares (PNG specification, 11.2.1), because a file of a few
 * kilobytes can have billions; 0 for other pictures.
 */
async function countPngPixels(file: File): Promise<number> {
  const header = new DataView(await new Response(file.slice(0, 24)).arrayBuffer());
  const isPng = header.byteLength === 24 && header.getUint32(0) === 0x89504e47;
  return isPng ? header.getUint32(16) * header.getUint32(20) : 0;
}
