import { createContext, createElement, type ReactNode, useContext } from 'react';

/** Whether a part has been rendered before; undefined in the browser, which renders every part. */
export const RenderedPartsOnServer = createContext<{ has: (key: string) => boolean } | undefined>(undefined);

/** Marks the place of a part in the rendered page. The server removes it. */
export const partElement = 'x-part';

/**
 * A part of the page that is the same whenever its key is: the server renders it once and keeps its HTML (see
 * `rendered-parts.server.ts`). It starts and ends with an element, contains no other such part, and shows nothing of the
 * visitor or of the request but what the key says, in letters, digits, spaces and slashes. The date of the build is the same for all. A part that shows the company has the version of the company facts in its key.
 */
export function RenderedOnce({ id, children }: { id: string; children: ReactNode }) {
  const parts = useContext(RenderedPartsOnServer);
  if (!parts) return children;
  return createElement(partElement, { id }, parts.has(id) ? null : children);
}
