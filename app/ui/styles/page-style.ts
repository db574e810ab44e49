import { createContext, useContext } from 'react';

/** The rules of the stylesheet that a page needs, which the server sends inside the page. */
export interface PageStyle {
  css: string;
  /** Identifies the rules, also in the Content-Security-Policy: `sha256-…`. */
  hash: string;
  /** Whether these are only the rules for what the page shows before React runs. */
  isPartial: boolean;
}

/** The page's inline style, on the server. */
export const PageStyleOnServer = createContext<PageStyle | undefined>(undefined);

/**
 * In the browser, React needs the server's style in case it has to rebuild the document. It is found by its mark, because
 * extensions add styles of their own.
 */
const styleInDocument =
  typeof document === 'undefined' ? undefined : document.querySelector<HTMLElement>('style[data-page-style]');

/** Returns the page's inline style; undefined if the page links the whole stylesheet. */
export function usePageStyle(): PageStyle | undefined {
  const style = useContext(PageStyleOnServer);
  if (style || !styleInDocument) return style;
  return { css: styleInDocument.innerHTML, hash: '', isPartial: styleInDocument.dataset.pageStyle === 'partial' };
}
