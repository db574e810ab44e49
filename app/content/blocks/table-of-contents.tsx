import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/icon.tsx';
import { StaticPart } from '#app/ui/static-part.tsx';
import type { Section } from '../copy/content-schema.ts';

type Entry = Pick<Section, 'id' | 'heading'>;

/**
 * The table of contents of a long page, as links to its sections: collapsed on narrow screens, visible beside the text
 * on wide ones.
 * @param steps a section whose steps are shown above the links on wide screens, if it has any
 */
export function TableOfContents({ sections, steps }: { sections: Entry[]; steps?: Section | undefined }) {
  return (
    <StaticPart id="table-of-contents" className="no-print beside-text">
      {import.meta.env.SSR && steps && <StepTitles section={steps} />}
      {import.meta.env.SSR && <Entries sections={sections} />}
    </StaticPart>
  );
}

function Entries({ sections }: { sections: Entry[] }) {
  const { t } = useTranslation();
  return (
    <nav aria-labelledby="on-this-page" className="toc">
      {/* Wide screens show this heading, in place of the summary, as generated content, which text browsers ignore. */}
      <p aria-hidden="true" data-words={t('on_this_page')} className="menu-heading hidden lg:block" />
      {/* The list is outside: browsers cannot show the content of a closed `<details>` on wide screens only. */}
      <details className="faq">
        <summary>
          <span id="on-this-page">{t('on_this_page')}</span>
          <Icon name="chevron-down" />
        </summary>
      </details>
      <ul className="border-s-2 border-line">
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`} className="toc-link">
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A summary of what happens next, linked to the section with the details. */
function StepTitles({ section: { id, heading, blocks } }: { section: Section }) {
  const steps = blocks.flatMap((block) => (typeof block === 'object' && 'steps' in block ? block.steps : []));
  if (steps.length === 0) return null;
  return (
    <div className="step-titles">
      <p className="font-semibold">
        <a href={`#${id}`} className="text-ink no-underline hover:underline">
          {heading}
        </a>
      </p>
      <ol>
        {steps.map(({ title }) => (
          <li key={title}>{title}</li>
        ))}
      </ol>
    </div>
  );
}
