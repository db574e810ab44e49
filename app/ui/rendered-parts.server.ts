import { partElement } from './rendered-once.tsx';

/** Maximum number of parts. Their keys are languages, years and paths of the menu, so there are far fewer. */
const maxParts = 500;

const parts = new Map<string, string>();
const marked = new RegExp(`<${partElement} id="([^"]*)">([\\s\\S]*?)</${partElement}>`, 'g');

/** The parts that have been rendered (`RenderedOnce`). */
export const renderedParts = { has: (key: string) => parts.has(key) };

/**
 * Fills in the parts that were rendered for earlier pages, and keeps those that this page rendered.
 * @param html a page rendered with {@link renderedParts}
 * @returns the page as React would have rendered it without parts
 */
export function fillInParts(html: string): string {
  return html.replace(marked, (_match, key: string, rendered: string) => {
    if (rendered === '') return parts.get(key) ?? '';
    if (parts.size < maxParts) parts.set(key, rendered);
    return rendered;
  });
}
