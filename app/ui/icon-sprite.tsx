import sprite from 'virtual:icons';
import { RenderedOnce } from './rendered-once.tsx';
import { StaticPart } from './static-part.tsx';

/**
 * The shapes of all icons, once per page. They come with the page: a file of their own costs a request, and the browser
 * makes a document of it for each page, even if it has the file already.
 */
export function IconSprite() {
  return (
    <RenderedOnce id="icon-sprite">
      <StaticPart id="icon-sprite" hidden>
        {import.meta.env.SSR && <span dangerouslySetInnerHTML={{ __html: sprite }} />}
      </StaticPart>
    </RenderedOnce>
  );
}
