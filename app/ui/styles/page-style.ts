import { createContext, useContext } from 'react';

/** The rules of the stylesheet that a page needs, which the server sends inside the page. */
export interface PageStyle {
  css: string;
  /** Identifies the rules, also in the Content-Security-Policy: `sha256-…`. */
  hash: string;
}

/** The page's inline style, on the server. */
export const PageStyleOnServer = createContext<PageStyle | undefined>(undefined);

/**
 * In the browser, React needs the server's style in case it has to rebuild the document. It is found by its mark, because
 * extensions add styles of their own.
 */
const styleInDocument =
  typeof document === 'undefined' ? undefined : document.querySelector('style[data-page-style]')?.innerHTML;

/** Returns the page's inline style; undefined if the page links the whole stylesheet. */
export function usePageStyle(): PageStyle | undefined {
  return (
    useContext(PageStyleOnServer) ?? (styleInDocument === undefined ? undefined : { css: styleInDocument, hash: '' })
  );
}
