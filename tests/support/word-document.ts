import { strToU8, zipSync } from 'fflate';

/** Relationship types begin with this in documents as Word writes them by default, and in the strict format. */
const transitional = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

const contentType = 'application/vnd.openxmlformats-officedocument.';
export const wordType = `${contentType}wordprocessingml.`;
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${transitional}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"',
].join(' ');

/** What a Word document contains besides its required parts. */
export interface WordContent {
  /** The paragraphs of the main part. */
  body?: string;
  /** Relationships of the main part. */
  relationships?: string;
  /** Content types besides those of the main part, XML and relationships. */
  types?: string;
  /** More parts, or other contents of the required ones, by entry name; null leaves one out. */
  parts?: Record<string, string | Uint8Array | null>;
}

/** Builds a document as Word writes it. */
export function wordDocument({
  body = paragraph('Report'),
  relationships,
  types = '',
  parts,
}: WordContent = {}): Buffer {
  return wordArchive({
    '[Content_Types].xml': contentTypesPart(types),
    '_rels/.rels': relationshipsPart(relationship('officeDocument', 'word/document.xml')),
    'word/document.xml': wordPart('document', `<w:body>${body}<w:sectPr/></w:body>`),
    ...(relationships && { 'word/_rels/document.xml.rels': relationshipsPart(relationships) }),
    ...parts,
  });
}

/** Builds a zip archive of these parts. */
export function wordArchive(parts: Record<string, string | Uint8Array | null>): Buffer {
  const entries = Object.entries(parts).flatMap(([name, content]) =>
    content === null ? [] : [[name, typeof content === 'string' ? strToU8(content) : content] as const],
  );
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

export function contentTypesPart(more = '', main = '/word/document.xml'): string {
  return (
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>' +
    `${override(main, `${wordType}document.main+xml`)}${more}</Types>`
  );
}

export const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`;
export const typeOf = (name: string) => `${contentType}${name}`;

export function relationshipsPart(relationships: string): string {
  const namespace = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return `${declaration}<Relationships xmlns="${namespace}">${relationships}</Relationships>`;
}

let lastId = 0;

/** @param mode an additional attribute, such as {@link external} */
export function relationship(type: string, target: string, mode = ''): string {
  lastId += 1;
  const uri = type.includes(':') ? type : `${transitional}/${type}`;
  return `<Relationship Id="rId${lastId}" Type="${uri}" Target="${target}"${mode}/>`;
}

export const external = ' TargetMode="External"';

/** Builds a part whose root element is in the namespace of Word. */
export function wordPart(root: string, content: string): string {
  return `${declaration}<w:${root} ${namespaces}>${content}</w:${root}>`;
}

export const paragraph = (text: string) => `<w:p>${run(text)}</w:p>`;
export const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const inRun = (content: string) => `<w:r>${content}</w:r>`;
export const code = (text: string) => inRun(`<w:instrText xml:space="preserve">${text}</w:instrText>`);
export const mark = (type: 'begin' | 'separate' | 'end') => inRun(`<w:fldChar w:fldCharType="${type}"/>`);

/** A field whose code consists of these runs. */
export const field = (codes: string, result = 'result') =>
  `${mark('begin')}${codes}${mark('separate')}${run(result)}${mark('end')}`;
