import type { FileErrorCode } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import { isZip, isZipOfFiles } from '../signatures/zip.ts';
import { discType } from './disc-type.server.ts';
import { detectType, headLength, isMedicalType } from './file-type.server.ts';

/** Media types of archives other than ZIP, as the library names them; a part of a split ZIP archive is `application/zip`. */
const archiveTypes = new Set(
  [
    ...['zip', 'gzip', 'zstd', 'vnd.ms-cab-compressed', 'x-7z-compressed', 'x-ace-compressed', 'x-apple-diskimage'],
    ...['x-arj', 'x-bzip2', 'x-compress', 'x-cpio', 'x-lz4', 'x-lzh-compressed', 'x-lzip', 'x-rar-compressed'],
    ...['x-tar', 'x-unix-archive', 'x-xz'],
  ].map((name) => `application/${name}`),
);

/** Names of images of whole discs, which begin with zeros, and of archives that cannot be recognised any more. */
const archiveNames = /\.(?:7z|bz2|cdr|dmg|gz|img|iso|mdf|nrg|rar|tar|tgz|toast|xz|zip)$/i;

/**
 * Returns why a form does not accept a file of this type: what the file is, so that the message can say what to do.
 * @param head the first bytes of the file, at least {@link headLength} if it has as many
 */
export async function rejectionOf(
  head: Uint8Array,
  name: string,
  { disc }: Pick<FileLimits, 'disc'>,
): Promise<FileErrorCode> {
  const bytes = head.subarray(0, headLength);
  if (disc && discType(bytes)) return 'disc_in_form';
  const type = await detectType(bytes);
  const isArchive = isZip(bytes)
    ? isZipOfFiles(bytes)
    : type === undefined
      ? archiveNames.test(name)
      : archiveTypes.has(type);
  if (isArchive) return 'archive_wrong_type';
  return type?.startsWith('image/') && !isMedicalType(type) ? 'picture_wrong_type' : 'file_wrong_type';
}
