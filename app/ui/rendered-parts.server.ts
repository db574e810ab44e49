import { partElement } from './rendered-once.tsx';

/**
 * Maximum number of parts, beyond which all are rendered again. Their keys are languages, years, paths of the menu,
 * styles and versions of the company facts, so there are far fewer unless the facts change often.
 */
const maxParts = 500;

/** The HTML of the parts, encoded. */
const parts = new Map<string, Buffer>();
const start = `<${partElement} id="`;
const startEnd = '">';
const end = `</${partElement}>`;

/** The parts that have been rendered (`RenderedOnce`). */
export const renderedParts = { has: (key: string) => parts.has(key) };

/**
 * Encodes a page in UTF-8, fills in the parts that were rendered for earlier pages, and keeps those that this page
 * rendered. Parts are most of a page: they are kept encoded, because copying strings of this size several times for each
 * page would keep the garbage collector busy.
 * @param html a page that has just been rendered with {@link renderedParts}: nothing may have been encoded since
 * @returns the page as React would have rendered it without parts
 */
export function encodeMarkup(html: string): Buffer {
  const pieces: Buffer[] = [];
  let position = 0;
  for (let found = html.indexOf(start); found !== -1; found = html.indexOf(start, position)) {
    const keyEnd = html.indexOf(startEnd, found);
    const partEnd = html.indexOf(end, keyEnd);
    const key = html.slice(found + start.length, keyEnd);
    const rendered = html.slice(keyEnd + startEnd.length, partEnd);
    if (rendered !== '') parts.set(key, Buffer.from(rendered));
    pieces.push(Buffer.from(html.slice(position, found)), parts.get(key) ?? Buffer.alloc(0));
    position = partEnd + end.length;
  }
  if (parts.size > maxParts) parts.clear();
  return Buffer.concat([...pieces, Buffer.from(html.slice(position))]);
}
