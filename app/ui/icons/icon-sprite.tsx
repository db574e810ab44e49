import { type ReactNode, useState } from 'react';
import symbols from 'virtual:icons';
import file from 'virtual:icons.svg';
import { RenderedOnce } from '../rendered-once.tsx';
import { StaticPart } from '../static-part.tsx';
import { IconSourceProvider } from './icon-source.ts';

const id = 'icon-sprite';

/**
 * Defines the icons' shapes inline in the page. With an external file, the browser would have to parse the file into a
 * new document on every page, even if the file is cached.
 * @param isInFile whether the page references the icon file instead, because inlining the shapes would make the page too
 *   large; only the server decides that
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
