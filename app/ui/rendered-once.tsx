import { createContext, createElement, type ReactNode, useContext } from 'react';
import { useIconSource } from './icons/icon-source.ts';

/** A part of a page, in the store of the server. */
export interface RenderedPart {
  /** Marks the part's place in the page. */
  number: number;
  /** Whether the store has its HTML. */
  isRendered: boolean;
}

/** Returns the part with a key; undefined in the browser, which renders every part. */
export const RenderedPartsOnServer = createContext<((key: string) => RenderedPart) | undefined>(undefined);

/** Marks the place of a part in the rendered page. The server removes it. */
export const partElement = 'x-part';

/**
 * A part of the page that depends only on its key: the server renders it once and keeps its HTML (see
 * `rendered-parts.server.ts`). It must start and end with an element, contain neither another such part nor anything with
 * a generated id, and show nothing about the visitor or the request that the key does not contain. A part that shows the
 * company has the version of the company facts in its key.
 * @param id the key, or a function that returns it, which the browser does not call
 */
export function RenderedOnce({ id, children }: { id: string | (() => string); children: ReactNode }) {
  const partWith = useContext(RenderedPartsOnServer);
  const iconSource = useIconSource();
  if (!partWith) return children;
  const { number, isRendered } = partWith((typeof id === 'string' ? id : id()) + iconSource);
  return createElement(partElement, { id: number }, isRendered ? null : children);
}
