import { partElement, type RenderedPart } from './rendered-once.tsx';

/**
 * Size at which a generation of parts is complete (bytes, with the keys). The parts of all pages of all languages take a
 * quarter of it; the rest is for the flights of current searches.
 */
const generationSize = 2_000_000;

interface StoredPart extends RenderedPart {
  html: Buffer;
}

// Two generations: a part that no page has used for the time of one generation is forgotten.
let current = new Map<string, StoredPart>();
let previous = new Map<string, StoredPart>();
let currentSize = 0;
let lastNumber = 0;
/** The parts of the page that is being rendered, by number. */
let used = new Map<number, [key: string, part: StoredPart]>();

/** Returns the part with a key for a page that is being rendered (`RenderedPartsOnServer`). */
export function renderedPart(key: string): RenderedPart {
  let part = current.get(key);
  if (!part) {
    part = previous.get(key) ?? { number: (lastNumber += 1), isRendered: false, html: Buffer.alloc(0) };
    if (part.isRendered) keep(key, part);
  }
  used.set(part.number, [key, part]);
  return part;
}

function keep(key: string, part: StoredPart): void {
  current.set(key, part);
  currentSize += 2 * key.length + part.html.length;
}

const start = `<${partElement} id="`;
const startEnd = '">';
const end = `</${partElement}>`;

/**
 * Encodes the markup of a page in UTF-8, fills in the parts that were rendered for earlier pages, and keeps those that
 * this page rendered. Parts are most of a page: they are kept encoded, because copying strings of this size several times
 * for each page would keep the garbage collector busy.
 * @param html markup that has just been rendered with {@link renderedPart}: nothing else may have been rendered since
 * @returns the markup as React would have rendered it without parts
 */
export function encodeMarkup(html: string): Buffer {
  const pieces: Buffer[] = [];
  let position = 0;
  for (let found = html.indexOf(start); found !== -1; found = html.indexOf(start, position)) {
    const numberEnd = html.indexOf(startEnd, found);
    const partEnd = html.indexOf(end, numberEnd);
    const [key, part] = used.get(Number(html.slice(found + start.length, numberEnd))) ?? [];
    if (key === undefined || !part) throw new Error('The page contains a part that was rendered for another page');
    if (!part.isRendered) {
      part.html = Buffer.from(html.slice(numberEnd + startEnd.length, partEnd));
      part.isRendered = true;
      keep(key, part);
    }
    pieces.push(Buffer.from(html.slice(position, found)), part.html);
    position = partEnd + end.length;
  }
  used = new Map();
  if (currentSize > generationSize) {
    previous = current;
    current = new Map();
    currentSize = 0;
  }
  return Buffer.concat([...pieces, Buffer.from(html.slice(position))]);
}
