import { createHash } from 'node:crypto';
import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import type { FactProblem } from '#app/company/facts/fact-problem.ts';
import type { Database } from '#app/database/database.server.ts';
import { stripLocationMetadata } from '#app/uploads/location/strip-location-metadata.server.ts';
import { headLength, medicalFileType } from '#app/uploads/receive/file-type.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';

/** Maximum size of a picture (bytes): pages show it at most 320 pixels wide. */
export const maxPictureBytes = 500_000;

/** The accepted media types and their file name extensions. SVG is excluded because it can contain scripts. */
const extensionByType = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);

/** A picture that may be stored: its bytes without location metadata, and the name under which the site serves it. */
export interface CheckedPicture {
  /** The beginning of the SHA-256 hash, with an extension: `0123456789abcdef0123456789abcdef.jpg`. */
  name: string;
  /** Media type, detected from the first bytes. */
  type: string;
  bytes: Buffer;
  /** SHA-256 hash in hex. */
  sha256: string;
}

/** Why a picture is rejected. */
export type PictureProblem = Pick<FactProblem, 'key' | 'values'>;

/**
 * Checks a picture and removes its location metadata.
 * @param name its file name, for the error message
 * @returns the picture; or why it is rejected
 */
export async function checkPicture(
  bytes: Buffer,
  name: string,
): Promise<{ picture: CheckedPicture } | { problem: PictureProblem }> {
  if (bytes.length > maxPictureBytes) {
    const values = { name, size: Math.ceil(bytes.length / 1000), max: maxPictureBytes / 1000 };
    return { problem: { key: 'picture_size', values } };
  }
  const type = await medicalFileType(bytes.subarray(0, headLength));
  const extension = extensionByType.get(type ?? '');
  if (type === undefined || extension === undefined) return { problem: { key: 'picture_type', values: { name } } };
  const stripped = await stripLocationMetadata(bytes, type);
  const sha256 = createHash('sha256').update(stripped).digest('hex');
  return { picture: { name: `${sha256.slice(0, 32)}.${extension}`, type, bytes: stripped, sha256 } };
}

/** Writes a picture to the file store. @returns its storage key */
export async function storePicture(files: Pick<FileStore, 'create'>, { bytes }: CheckedPicture): Promise<string> {
  const writer = await files.create();
  try {
    await writer.write(bytes);
    await writer.commit();
  } catch (error) {
    await writer.discard();
    throw error;
  }
  return writer.key;
}

/**
 * Reads a stored picture.
 * @param name as in {@link CheckedPicture}
 * @returns undefined if there is no such picture
 * @throws errors of the store's stream
 */
export async function readPicture(
  database: Database,
  files: Pick<FileStore, 'open'>,
  name: string,
): Promise<{ type: string; bytes: Buffer } | undefined> {
  const row = await database
    .selectFrom('company_pictures')
    .select(['type', 'storage_key'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of files.open(row.storage_key)) chunks.push(chunk as Buffer);
  return { type: row.type, bytes: Buffer.concat(chunks) };
}

/** Returns the pictures that the facts name, with their paths in the facts. */
export function picturesIn(facts: CompanyFacts): { path: FactProblem['path']; name: string }[] {
  return [
    ...(facts.people ?? []).map(({ picture }, index) => ({ path: ['people', index, 'picture'], name: picture })),
    ...(facts.partners ?? []).map(({ logo }, index) => ({ path: ['partners', index, 'logo'], name: logo })),
  ].filter((found): found is { path: FactProblem['path']; name: string } => found.name !== undefined);
}

/** Returns a copy of the facts with the pictures renamed. */
export function renamePictures(facts: CompanyFacts, rename: (name: string) => string): CompanyFacts {
  return {
    ...facts,
    ...(facts.people && {
      people: facts.people.map(({ picture, ...person }) => ({
        ...person,
        ...(picture && { picture: rename(picture) }),
      })),
    }),
    ...(facts.partners && {
      partners: facts.partners.map(({ logo, ...partner }) => ({ ...partner, ...(logo && { logo: rename(logo) }) })),
    }),
  };
}
