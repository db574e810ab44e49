import { buffer } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import type { FileStore } from '../storage/file-store.server.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import { docxType } from './docx-type.ts';

/** Limits against zip bombs, far above those of a report with pictures. */
const maxEntries = 2_000;
const maxUnpackedBytes = 200 * 1024 * 1024;
/** `[Content_Types].xml` and `.rels` parts are usually a few kilobytes. */
const maxListBytes = 1024 * 1024;

/** `file_wrong_type`: not a Word document. `file_active`: contains programs or embedded documents, or loads external ones. */
export type DocumentProblem = 'file_wrong_type' | 'file_active';

/** Names of parts that hold programs or other documents, as Word writes them. */
const activePart = /vbaProject|vbaData|activeX|oleObject|\/embeddings\//i;
const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** Content types of such parts, whatever their names (ECMA-376; [MS-OFFMACRO2]). */
const activeType = /macroEnabled|vbaProject|vbaData|activeX|oleObject|\.package/i;
/** Relationships to such parts, and to a template that is fetched when the document is opened. */
const activeRelationship = /\/(?:oleObject|package|control|vbaProject|attachedTemplate|subDocument|frame|aFChunk)$/i;

/**
 * Inspects a stored file whose first bytes indicate a Word document. A valid document has the required parts (ECMA-376),
 * contains no programs or embedded documents, has no external references except hyperlinks, and stays within the size
 * limits. All parts are unpacked once, discarded and counted: the sizes that an archive declares cannot be trusted.
 * @returns undefined for a valid document, and for every other type, which has been checked already
 */
export async function problemOfDocument(file: StoredFile, store: FileStore): Promise<DocumentProblem | undefined> {
  if (file.type !== docxType) return undefined;
  // In memory: the form allows 10 MB at most.
  const archive = await openArchive(await buffer(store.open(file.storageKey)));
  if (!archive) return 'file_wrong_type';
  try {
    const lists = await readLists(archive);
    if (!lists?.has('[Content_Types].xml') || !lists.names.has('word/document.xml')) return 'file_wrong_type';
    return isActive(lists) ? 'file_active' : hasMainPart(lists) ? undefined : 'file_wrong_type';
  } catch {
    // Corrupt, or its content contradicts its directory.
    return 'file_wrong_type';
  } finally {
    archive.close();
  }
}

/** The text of `[Content_Types].xml` and of every `.rels` part by part name, and the names of all parts. */
class Lists extends Map<string, string> {
  readonly names = new Set<string>();
}

function hasMainPart(lists: Lists): boolean {
  return attributes(lists.get('[Content_Types].xml') ?? '', 'ContentType').includes(mainType);
}

function isActive(lists: Lists): boolean {
  if ([...lists.names].some((name) => activePart.test(name))) return true;
  if (attributes(lists.get('[Content_Types].xml') ?? '', 'ContentType').some((type) => activeType.test(type)))
    return true;
  return [...lists].some(([name, text]) => name.endsWith('.rels') && relationships(text).some(isActiveRelationship));
}

function isActiveRelationship(relationship: string): boolean {
  const [type = ''] = attributes(relationship, 'Type');
  const isExternal = attributes(relationship, 'TargetMode').some((mode) => mode.toLowerCase() === 'external');
  return activeRelationship.test(type) || (isExternal && !/\/hyperlink$/i.test(type));
}

const relationships = (text: string) => text.match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? [];

/** The values of all attributes of this name, with character references resolved. */
function attributes(text: string, name: string): string[] {
  const found = text.matchAll(new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g'));
  return Array.from(found, ([, double, single]) =>
    (double ?? single ?? '').replace(/&#(x[0-9a-f]{1,6}|[0-9]{1,7});/gi, (_, code: string) => {
      const point = /^x/i.test(code) ? parseInt(code.slice(1), 16) : Number(code);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '';
    }),
  );
}

/** Unpacks every part and keeps the lists. @returns undefined when a limit is exceeded. @throws for a corrupt archive */
async function readLists(archive: ZipFile): Promise<Lists | undefined> {
  const lists = new Lists();
  let bytesLeft = maxUnpackedBytes;
  for (let entry = await nextEntry(archive); entry; entry = await nextEntry(archive)) {
    lists.names.add(entry.fileName);
    const isList = entry.fileName === '[Content_Types].xml' || entry.fileName.endsWith('.rels');
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of await unpacked(archive, entry)) {
      size += (chunk as Uint8Array).length;
      bytesLeft -= (chunk as Uint8Array).length;
      if (bytesLeft < 0 || (isList && size > maxListBytes)) return undefined;
      if (isList) chunks.push(chunk as Uint8Array);
    }
    if (isList) lists.set(entry.fileName, textOf(Buffer.concat(chunks)));
  }
  return lists;
}

/** Decodes UTF-8, or UTF-16 with a byte order mark (XML 1.0, section 4.3.3). @throws if the text declares entities */
function textOf(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isSwapped = bytes[0] === 0xfe && bytes[1] === 0xff;
  const text = new TextDecoder(isWide ? 'utf-16le' : isSwapped ? 'utf-16be' : 'utf-8').decode(bytes);
  if (text.includes('<!') || text.includes('\0')) throw new Error('Not XML as Word writes it');
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
    const done = () => archive.off('entry', found).off('end', ended).off('error', failed);
    const found = (entry: Entry) => {
      done();
      resolve(entry);
    };
    const ended = () => {
      done();
      resolve(undefined);
    };
    const failed = (error: Error) => {
      done();
      reject(error);
    };
    archive.on('entry', found).on('end', ended).on('error', failed);
    archive.readEntry();
  });
}

function unpacked(archive: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });
}
