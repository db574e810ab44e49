import { createContext, useContext } from 'react';

/** The page's inline style, on the server. */
export const PageStyleOnServer = createContext<string | undefined>(undefined);

/** In the browser, React needs the server's style in case it has to rebuild the document. */
const styleInDocument = typeof document === 'undefined' ? undefined : document.querySelector('head > style')?.innerHTML;

/** Returns the text of the page's style element; undefined if the page links the whole stylesheet. */
export function usePageStyle(): string | undefined {
  return useContext(PageStyleOnServer) ?? styleInDocument;
}
