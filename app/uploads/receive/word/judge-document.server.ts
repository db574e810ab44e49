import { judgeElement } from './active-elements.server.ts';
import type { Archive } from './archive.server.ts';
import { localName } from './attributes.server.ts';
import { ContentTypes } from './content-types.server.ts';
import { type DocumentProblem, refuseActive, RefusedDocument, refuseUnchecked } from './document-problem.server.ts';
import { FieldReader } from './field-reader.server.ts';
import { judgeRelationship, type References } from './relationships.server.ts';
import { beginsLikeXml, XmlBudget, type XmlListener, XmlReader } from './xml-reader.server.ts';

/** Limits in sum for `[Content_Types].xml` and all relationships; usually they have a few kilobytes and 100 elements. */
const maxMetadataBytes = 4 * 1024 * 1024;
const maxMetadataItems = 100_000;
/** Limits in sum for all other parts in XML: enough for a book. */
const maxXmlBytes = 32 * 1024 * 1024;
const maxXmlItems = 2_000_000;

const typesPart = '[content_types].xml';

/** Matches the names that Word gives to parts with programs or embedded documents. */
const activePartName = /vbaproject|vbadata|activex|oleobject|(?:^|\/)embeddings\//;

/**
 * Judges a document by what its parts contain.
 * @returns undefined for a valid document
 * @throws {RefusedDocument} as soon as a part is known to be active or cannot be judged; another error if a part is not
 *   well-formed, or the archive is corrupt
 */
export async function judgeDocument(archive: Archive): Promise<DocumentProblem | undefined> {
  if (!archive.parts.includes(typesPart)) return 'file_wrong_type';
  const types = new ContentTypes();
  const references: References = { main: [], packages: [] };
  const metadata = new XmlBudget(maxMetadataBytes, maxMetadataItems);
  await readXml(archive, typesPart, (name, attributes) => types.add(localName(name), attributes), metadata);
  const relationships = archive.parts.filter((part) => part.endsWith('.rels'));
  for (const part of relationships) {
    const judge: XmlListener['open'] = (name, attributes) => {
      if (localName(name) === 'Relationship') judgeRelationship(part, attributes, references);
    };
    await readXml(archive, part, judge, metadata);
  }
  judgeParts(archive.parts, types, references);
  const [main, ...others] = references.main;
  if (others.length > 0) refuseUnchecked();
  if (main === undefined || !archive.parts.includes(main) || !types.isMain(main)) return 'file_wrong_type';
  const content = new XmlBudget(maxXmlBytes, maxXmlItems);
  for (const part of archive.parts)
    if (part !== typesPart && !relationships.includes(part)) await judgeContent(archive, part, types, content);
  return undefined;
}

/** Refuses parts with programs or embedded documents, except the workbook of a chart, which is not opened. */
function judgeParts(parts: string[], types: ContentTypes, { packages }: References): void {
  const workbooks = new Set<string>();
  for (const { source, target } of packages) {
    if (!types.isChart(source) || !types.isWorkbook(target)) refuseActive();
    workbooks.add(target);
  }
  for (const part of parts)
    if (types.isActive(part) || (activePartName.test(part) && !workbooks.has(part))) refuseActive();
}

/** Judges a part by its content: also if its name and type do not show that it is XML. */
async function judgeContent(archive: Archive, part: string, types: ContentTypes, budget: XmlBudget): Promise<void> {
  let judge: ((piece?: Uint8Array) => void) | undefined;
  let isFirst = true;
  for await (const piece of archive.read(part)) {
    if (isFirst && types.isWorkbook(part) && !isZip(piece)) refuseActive();
    if (isFirst && (types.isXml(part) || beginsLikeXml(piece))) judge = contentJudge(types.isMedia(part), budget);
    isFirst = false;
    judge?.(piece);
  }
  judge?.();
}

/**
 * Returns a function that judges the next piece of a part, or its end.
 * @param isMedia whether it is a picture or font. Word does not read these as XML of its own: some begin like XML by
 *   chance, and some pictures have a document type. They are read as far as possible.
 */
function contentJudge(isMedia: boolean, budget: XmlBudget): (piece?: Uint8Array) => void {
  const reader = new XmlReader(new ContentListener(), budget);
  let isReadable = true;
  return (piece) => {
    if (!isReadable) return;
    try {
      if (piece) reader.write(piece);
      else reader.end();
    } catch (error) {
      if (!isMedia || error instanceof RefusedDocument) throw error;
      isReadable = false;
    }
  };
}

async function readXml(archive: Archive, part: string, open: XmlListener['open'], budget: XmlBudget): Promise<void> {
  const reader = new XmlReader({ open }, budget);
  for await (const piece of archive.read(part)) reader.write(piece);
  reader.end();
}

const isZip = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b;

/** Judges the elements and fields of a part. */
class ContentListener implements XmlListener {
  readonly #fields = new FieldReader();
  #isRoot = true;

  get wantsText(): boolean {
    return this.#fields.wantsText;
  }

  open(name: string, attributes: Record<string, string>): void {
    // Relationships are in parts named `.rels`, which have been read before.
    if (this.#isRoot && localName(name) === 'Relationships') refuseUnchecked();
    this.#isRoot = false;
    judgeElement(name, attributes);
    this.#fields.open(name, attributes);
  }

  close(name: string): void {
    this.#fields.close(name);
  }

  text(text: string): void {
    this.#fields.text(text);
  }
}
