import { attributeOf, localName } from './attributes.server.ts';
import { destinationOf } from './destination.server.ts';
import { refuseActive } from './document-problem.server.ts';

/** Pictures and fills of VML, which can name a file without a relationship (ECMA-376, part 4, section 19.1). */
const vmlPictures = new Set(['imagedata', 'fill', 'stroke', 'image', 'background']);

/**
 * Elements that start or fetch something by themselves: an online video is HTML that Word shows ([MS-DOCX],
 * `webVideoPr`), and the source of a mail merge is queried when the document is opened (ECMA-376, part 1, section 17.14).
 */
const activeElements = new Set(['webVideoPr', 'connectString', 'udl']);

/** Properties that make Word load a program for this document (Visual Studio Tools for Office). */
const programProperty = /^_Assembly(?:Name|Location)/i;

/** @throws {RefusedDocument} if an element of a document part starts a program or fetches something by itself */
export function judgeElement(name: string, attributes: Record<string, string>): void {
  const local = localName(name);
  if (activeElements.has(local)) refuseActive();
  if (local === 'property' && programProperty.test(attributeOf(attributes, 'name')?.trim() ?? '')) refuseActive();
  // An XML expansion pack, which contains programs.
  if (local === 'schema' && attributeOf(attributes, 'manifestLocation')) refuseActive();
  if (!vmlPictures.has(local)) return;
  for (const source of [attributeOf(attributes, 'src'), attributeOf(attributes, 'althref')])
    if (source !== undefined && destinationOf(source) === 'elsewhere') refuseActive();
}
