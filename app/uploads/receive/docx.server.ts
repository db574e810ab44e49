import { buffer } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import type { FileStore } from '../storage/file-store.server.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import { docxType } from './docx-type.ts';

/** Limits against zip bombs, far above what a report with pictures needs. */
const maxEntries = 2_000;
const maxUnpackedBytes = 200 * 1024 * 1024;
/** Maximum size of `[Content_Types].xml` or a `.rels` part (bytes); usually they have a few kilobytes. */
const maxMetadataBytes = 1024 * 1024;

/**
 * `file_wrong_type`: not a Word document. `file_active`: has programs or embedded documents, or loads external content.
 */
export type DocumentProblem = 'file_wrong_type' | 'file_active';

/** Matches the names that Word gives to parts with programs or embedded documents. */
const activePartName = /vbaProject|vbaData|activeX|oleObject|\/embeddings\//i;
const mainContentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/**
 * Matches the content types of parts with programs or embedded documents, whatever their names (ECMA-376;
 * [MS-OFFMACRO2]).
 */
const activeContentType = /macroEnabled|vbaProject|vbaData|activeX|oleObject|\.package/i;
/** Matches relationships to such parts, and to templates that are fetched when the document is opened. */
const activeRelationshipType =
  /\/(?:oleObject|package|control|vbaProject|attachedTemplate|subDocument|frame|aFChunk)$/i;

/**
 * Inspects a stored file whose first bytes indicate a Word document. A valid document has the required parts
 * (ECMA-376), contains no programs or embedded documents, has no external references except hyperlinks, and stays
 * within the size limits. Every part is unpacked once to measure it, since the sizes that an archive declares cannot be
 * trusted.
 * @returns undefined for a valid document, and for files of other types, which need no further check
 */
export async function findDocumentProblem(file: StoredFile, store: FileStore): Promise<DocumentProblem | undefined> {
  if (file.type !== docxType) return undefined;
  // Read into memory: the form accepts at most 10 MB.
  const archive = await openArchive(await buffer(store.open(file.storageKey)));
  if (!archive) return 'file_wrong_type';
  try {
    const metadata = await readMetadata(archive);
    if (!metadata?.has('[Content_Types].xml') || !metadata.partNames.has('word/document.xml')) return 'file_wrong_type';
    return hasActiveContent(metadata) ? 'file_active' : hasMainPart(metadata) ? undefined : 'file_wrong_type';
  } catch {
    // The archive is corrupt, or its content contradicts its directory.
    return 'file_wrong_type';
  } finally {
    archive.close();
  }
}

/** The text of `[Content_Types].xml` and of every `.rels` part by part name, and the names of all parts. */
class PackageMetadata extends Map<string, string> {
  readonly partNames = new Set<string>();
}

function hasMainPart(metadata: PackageMetadata): boolean {
  return attributes(metadata.get('[Content_Types].xml') ?? '', 'ContentType').includes(mainContentType);
}

function hasActiveContent(metadata: PackageMetadata): boolean {
  if ([...metadata.partNames].some((name) => activePartName.test(name))) return true;
  if (attributes(metadata.get('[Content_Types].xml') ?? '', 'ContentType').some((type) => activeContentType.test(type)))
    return true;
  return [...metadata].some(([name, text]) => name.endsWith('.rels') && relationships(text).some(isActiveRelationship));
}

function isActiveRelationship(relationship: string): boolean {
  const [type = ''] = attributes(relationship, 'Type');
  const isExternal = attributes(relationship, 'TargetMode').some((mode) => mode.toLowerCase() === 'external');
  return activeRelationshipType.test(type) || (isExternal && !/\/hyperlink$/i.test(type));
}

const relationships = (text: string) => text.match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? [];

/** Returns the values of all attributes with this name, with character references resolved. */
function attributes(text: string, name: string): string[] {
  const matches = text.matchAll(new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g'));
  return Array.from(matches, ([, double, single]) =>
    (double ?? single ?? '').replace(/&#(x[0-9a-f]{1,6}|[0-9]{1,7});/gi, (_, code: string) => {
      const codePoint = /^x/i.test(code) ? parseInt(code.slice(1), 16) : Number(code);
      return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
    }),
  );
}

/** Unpacks every part and returns the metadata; undefined if a limit is exceeded. @throws if the archive is corrupt */
async function readMetadata(archive: ZipFile): Promise<PackageMetadata | undefined> {
  const metadata = new PackageMetadata();
  let bytesLeft = maxUnpackedBytes;
  for (let entry = await nextEntry(archive); entry; entry = await nextEntry(archive)) {
    metadata.partNames.add(entry.fileName);
    const isMetadata = entry.fileName === '[Content_Types].xml' || entry.fileName.endsWith('.rels');
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of await openPart(archive, entry)) {
      size += (chunk as Uint8Array).length;
      bytesLeft -= (chunk as Uint8Array).length;
      if (bytesLeft < 0 || (isMetadata && size > maxMetadataBytes)) return undefined;
      if (isMetadata) chunks.push(chunk as Uint8Array);
    }
    if (isMetadata) metadata.set(entry.fileName, decodeXml(Buffer.concat(chunks)));
  }
  return metadata;
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark (XML 1.0, section 4.3.3).
 * @throws if the XML contains `<!`, such as a DOCTYPE, or NUL
 */
function decodeXml(bytes: Buffer): string {
  const isUtf16le = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isUtf16be = bytes[0] === 0xfe && bytes[1] === 0xff;
  const text = new TextDecoder(isUtf16le ? 'utf-16le' : isUtf16be ? 'utf-16be' : 'utf-8').decode(bytes);
  if (text.includes('<!') || text.includes('\0')) throw new Error('Not XML as written by Word');
  return text;
}

function openArchive(bytes: Buffer): Promise<ZipFile | undefined> {
  return new Promise((resolve) => {
    const options = { lazyEntries: true, autoClose: false };
    fromBuffer(bytes, options, (error, archive) => {
      resolve(error || archive.entryCount > maxEntries ? undefined : archive);
    });
  });
}

function nextEntry(archive: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const removeListeners = () => archive.off('entry', onEntry).off('end', onEnd).off('error', onError);
    const onEntry = (entry: Entry) => {
      removeListeners();
      resolve(entry);
    };
    const onEnd = () => {
      removeListeners();
      resolve(undefined);
    };
    const onError = (error: Error) => {
      removeListeners();
      reject(error);
    };
    archive.on('entry', onEntry).on('end', onEnd).on('error', onError);
    archive.readEntry();
  });
}

function openPart(archive: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });
}
