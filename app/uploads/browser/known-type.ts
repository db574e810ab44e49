import { commonPictureType } from '../signatures/common-picture.ts';
import { isPdf } from '../signatures/pdf.ts';

/** Number of bytes from the start of a file that show its type. */
const headLength = 4100;

/**
 * Returns a file of which the browser knows no type with the type that its first bytes show, if it is a PDF or a common
 * picture: some phones and hospitals' systems save reports without an extension, and files on discs have none either.
 * @throws if the file can no longer be read
 */
export async function withTypeByContent(file: File): Promise<File> {
  // Safari before 14 lacks `Blob.arrayBuffer`.
  const head = new Uint8Array(await new Response(file.slice(0, headLength)).arrayBuffer());
  const type = commonPictureType(head) ?? (isPdf(head) ? 'application/pdf' : undefined);
  return type === undefined ? file : new File([file], file.name, { type, lastModified: file.lastModified });
}
