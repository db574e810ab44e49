import { useTranslation } from 'react-i18next';
import { StaticPart } from '#app/ui/static-part.tsx';
import type { Section } from '../copy/content-schema.ts';

type Entry = Pick<Section, 'id' | 'heading'>;

/** The table of contents of a long page, as links to its sections. */
export function TableOfContents({ sections }: { sections: Entry[] }) {
  return (
    <StaticPart
      id="table-of-contents"
      as="nav"
      aria-labelledby="on-this-page"
      className="no-print content-start lg:sticky lg:top-6 lg:max-h-[calc(100vh-3rem)] lg:self-start lg:overflow-y-auto"
    >
      {import.meta.env.SSR && <Entries sections={sections} />}
    </StaticPart>
  );
}

function Entries({ sections }: { sections: Entry[] }) {
  const { t } = useTranslation();
  return (
    <>
      <h2 id="on-this-page" className="mb-1 text-small font-semibold text-ink-muted">
        {t('on_this_page')}
      </h2>
      <ul className="border-s-2 border-line">
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`} className="block min-h-11 px-4 py-2 text-small text-action no-underline hover:underline">
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
