import { type ReactNode, useState } from 'react';
import symbols from 'virtual:icons';
import file from 'virtual:icons.svg';
import { RenderedOnce } from '../rendered-once.tsx';
import { StaticPart } from '../static-part.tsx';
import { IconSourceProvider } from './icon-source.ts';

const id = 'icon-sprite';

/**
 * Gives icons their shapes, which are in the page: of a file, the browser makes a document for each page, even if it has
 * the file already.
 * @param isInFile whether the page refers to the file instead, because it has no room; only the server decides that
 */
export function IconSprite({ isInFile, children }: { isInFile: boolean; children: ReactNode }) {
  const [usesFile] = useState(() => (import.meta.env.SSR ? isInFile : !document.getElementById(id)));
  return (
    <IconSourceProvider value={usesFile ? file : ''}>
      {!usesFile && (
        <RenderedOnce id="icons">
          <StaticPart id={id} hidden>
            {import.meta.env.SSR && <svg dangerouslySetInnerHTML={{ __html: symbols }} />}
          </StaticPart>
        </RenderedOnce>
      )}
      {children}
    </IconSourceProvider>
  );
}
