import { partElement } from './rendered-once.tsx';

/**
 * Maximum number of parts, beyond which all are rendered again. Their keys are languages, years, paths of the menu and
 * versions of the company facts, so there are far fewer unless the facts change often.
 */
const maxParts = 500;

const parts = new Map<string, string>();
const start = `<${partElement} id="`;
const startEnd = '">';
const end = `</${partElement}>`;

/** The parts that have been rendered (`RenderedOnce`). */
export const renderedParts = { has: (key: string) => parts.has(key) };

/**
 * Fills in the parts that were rendered for earlier pages, and keeps those that this page rendered.
 * @param html a page that has just been rendered with {@link renderedParts}: nothing may have been filled in since
 * @returns the page as React would have rendered it without parts
 */
export function fillInParts(html: string): string {
  let filled = '';
  let position = 0;
  for (let found = html.indexOf(start); found !== -1; found = html.indexOf(start, position)) {
    const keyEnd = html.indexOf(startEnd, found);
    const partEnd = html.indexOf(end, keyEnd);
    const key = html.slice(found + start.length, keyEnd);
    const rendered = html.slice(keyEnd + startEnd.length, partEnd);
    if (rendered !== '') parts.set(key, rendered);
    filled += html.slice(position, found) + (rendered === '' ? (parts.get(key) ?? '') : rendered);
    position = partEnd + end.length;
  }
  if (parts.size > maxParts) parts.clear();
  return filled + html.slice(position);
}
