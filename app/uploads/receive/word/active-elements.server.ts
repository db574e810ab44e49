import { attributesOf, localName } from './attributes.server.ts';
import { canBeFollowed, destinationOf } from './destination.server.ts';
import { refuseActive } from './document-problem.server.ts';

/** Pictures and fills of VML, which can name a file without a relationship (ECMA-376, part 4, section 19.1). */
const vmlPictures = new Set(['imagedata', 'fill', 'stroke', 'image', 'background']);

/** Shapes of VML, which can be links without a relationship (ECMA-376, part 4, section 19.1.2). */
const vmlShapes = new Set([
  'shape',
  'shapetype',
  'group',
  'rect',
  'roundrect',
  'oval',
  'line',
  'polyline',
  'arc',
  'curve',
  'image',
]);

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
  if (local === 'property' && hasProgramName(attributes)) refuseActive();
  // An XML expansion pack, which contains programs.
  if (local === 'schema' && attributesOf(attributes, 'manifestLocation').some(Boolean)) refuseActive();
  if (vmlPictures.has(local))
    judgeSources([...attributesOf(attributes, 'src'), ...attributesOf(attributes, 'althref')]);
  if (vmlShapes.has(local)) judgeLinks(attributesOf(attributes, 'href'), local);
}

function hasProgramName(attributes: Record<string, string>): boolean {
  return attributesOf(attributes, 'name').some((name) => programProperty.test(name.trim()));
}

function judgeSources(sources: string[]): void {
  if (sources.some((source) => destinationOf(source) === 'elsewhere')) refuseActive();
}

function judgeLinks(targets: string[], element: string): void {
  for (const target of targets) {
    // A picture inside one in SVG, whose element has the same name.
    const isContained = element === 'image' && /^\s*data:image\//i.test(target);
    if (!isContained && !canBeFollowed(target)) refuseActive();
  }
}
