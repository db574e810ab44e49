import type { ReactNode } from 'react';
import { StaticPart } from '#app/ui/static-part.tsx';
import { PageIntro } from '../blocks/page-intro.tsx';
import { Sections } from '../blocks/prose.tsx';
import { TableOfContents } from '../blocks/table-of-contents.tsx';
import type { Article, Section } from '../copy/content-schema.ts';

function hasSteps({ blocks }: Section): boolean {
  return blocks.some((block) => typeof block === 'object' && 'steps' in block);
}

/** A text page with one or more forms above the text. On wide screens, the next steps stay in view beside them. */
export function FormArticle({
  article: { heading, lead, picture, sections },
  forms,
  problems,
  urgentNotice,
  children,
}: {
  article: Omit<Article, 'head'>;
  /** Ids and headings of the forms, for the table of contents. */
  forms: { id: string; heading: string }[];
  /** The error summary, above everything else. */
  problems: ReactNode;
  /** Important information, directly below the heading. */
  urgentNotice?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id="content" className="page">
      <div className="[&:empty]:hidden">{problems}</div>
      <StaticPart id="intro">
        {import.meta.env.SSR && <PageIntro heading={heading} lead={lead} picture={picture} notice={urgentNotice} />}
      </StaticPart>
      <div className="with-aside form-first">
        <TableOfContents sections={[...forms, ...sections]} steps={sections.find(hasSteps)} />
        <div className="grid max-w-form gap-10">
          {children}
          <StaticPart id="article" className="grid gap-10">
            {import.meta.env.SSR && <Sections sections={sections} />}
          </StaticPart>
        </div>
      </div>
    </main>
  );
}
