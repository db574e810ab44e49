import { posix } from 'node:path';
import { canBeFollowed, type Destination, destinationOf } from './destination.server.ts';
import { refuseActive, refuseUnchecked } from './document-problem.server.ts';

/**
 * The last segments of the types of relationships to programs, to embedded documents, and to what Word fetches or starts
 * by itself, in lower case (ECMA-376; [MS-OFFMACRO2]; [MS-CUSTOMUI]; [MS-OWEXML]). The segments before differ between
 * editions of the standard.
 */
const activeTypes = new Set([
  ...['oleobject', 'control', 'activexcontrolbinary', 'ctrlprop', 'vbaproject', 'wordvbadata', 'vbaprojectsignature'],
  ...['vbaprojectsignatureagile', 'vbaprojectsignaturev3', 'attachedtoolbars', 'extensibility', 'usercustomization'],
  ...['webextension', 'webextensiontaskpanes', 'taskpanes', 'subdocument', 'frame', 'afchunk', 'transform'],
  ...['mailmergesource', 'mailmergeheadersource', 'externallink', 'externallinkpath'],
]);

/** Where the target of a relationship may be outside of the package. The other types may not have such targets. */
const externalTargets: Record<string, Destination[] | undefined> = {
  attachedtemplate: ['local'],
  image: ['local', 'web'],
};

/** A part that a relationship names, and the part that has this relationship (both as by {@link partName}). */
interface PartReference {
  source: string;
  target: string;
}

/** What the relationships of a package say about its parts. */
export interface References {
  /** The main parts; a document has one. */
  main: string[];
  /** Embedded packages, such as the workbook of a chart. */
  packages: PartReference[];
}

/**
 * Judges a relationship.
 * @param part the part in which it is written, such as `word/_rels/document.xml.rels`
 * @throws {RefusedDocument} if it leads to something active, or it cannot be told whether it does
 */
export function judgeRelationship(part: string, attributes: Record<string, string>, references: References): void {
  const { Type, Target, TargetMode = 'Internal' } = attributes;
  if (Type === undefined || Target === undefined || attributes['xml:base'] !== undefined) refuseUnchecked();
  const type = Type.trim().toLowerCase().split('/').at(-1) ?? '';
  if (activeTypes.has(type)) refuseActive();
  const isExternal = TargetMode.trim().toLowerCase() !== 'internal' || leadsOutside(Target);
  if (isExternal) judgeExternal(type, Target);
  else if (type === 'attachedtemplate') refuseActive();
  else if (type === 'package') references.packages.push({ source: sourceOf(part), target: resolve(part, Target) });
  else if (type === 'officedocument' && part === '_rels/.rels') references.main.push(resolve(part, Target));
}

function judgeExternal(type: string, target: string): void {
  const isAllowed =
    type === 'hyperlink' ? canBeFollowed(target) : externalTargets[type]?.includes(destinationOf(target)) === true;
  if (!isAllowed) refuseActive();
}

/** Whether a target that should name a part has a scheme, or names a computer. */
const leadsOutside = (target: string) => /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(target);

/**
 * Returns the name of a part in one spelling. Names are compared without case (ECMA-376, part 2, section 6.2.2.3), and
 * programs differ in whether they accept percent-encoded characters, backslashes and dot segments.
 */
export function partName(name: string): string {
  let decoded;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    refuseUnchecked();
  }
  return posix.resolve('/', decoded.replace(/\\/g, '/').replace(/^\/+/, '')).slice(1).toLowerCase();
}

/** Returns the part whose relationships are written in a part; empty for the package itself. */
function sourceOf(part: string): string {
  const folder = posix.dirname(part);
  return posix.basename(folder) === '_rels'
    ? posix.join(posix.dirname(folder), posix.basename(part, '.rels')).replace(/^\.?\/?/, '')
    : '';
}

/** Resolves a target against the part whose relationships are written in a part. */
function resolve(part: string, target: string): string {
  const path = target.trim().replace(/\\/g, '/');
  return partName(path.startsWith('/') ? path : posix.join(posix.dirname(sourceOf(part)), path));
}
