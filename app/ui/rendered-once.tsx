import { createContext, createElement, type ReactNode, useContext } from 'react';

/** Whether a part has been rendered before; undefined in the browser, which renders every part. */
export const RenderedPartsOnServer = createContext<{ has: (key: string) => boolean } | undefined>(undefined);

/** Marks the place of a part in the rendered page. The server removes it. */
export const partElement = 'x-part';

/**
 * A part of the page that depends only on its key: the server renders it once and keeps its HTML (see
 * `rendered-parts.server.ts`). It must start and end with an element, contain no other such part, and show nothing
 * about the visitor or the request that the key does not contain. A part that shows the company has the version of the
 * company facts in its key.
 * @param id the key: letters, digits, spaces and slashes
 */
export function RenderedOnce({ id, children }: { id: string; children: ReactNode }) {
  const parts = useContext(RenderedPartsOnServer);
  if (!parts) return children;
  return createElement(partElement, { id }, parts.has(id) ? null : children);
}
