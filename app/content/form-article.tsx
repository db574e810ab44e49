import type { ReactNode } from 'react';
import type { Article } from './content-schema.ts';
import { NextStep } from './next-step.tsx';
import { PageIntro } from './page-intro.tsx';
import { Sections } from './prose.tsx';
import { TableOfContents } from './table-of-contents.tsx';

/** A page that is read and that one asks something on: the form first, then what there is to know. */
export function FormArticle({
  article: { heading, lead, picture, sections },
  forms,
  problems,
  children,
}: {
  article: Omit<Article, 'head'>;
  /** Where the forms begin, for the list of the page's sections. */
  forms: { id: string; heading: string }[];
  /** What is wrong with what was sent: it stands above everything else. */
  problems: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id="content" className="page">
      <div className="[&:empty]:hidden">{problems}</div>
      <PageIntro heading={heading} lead={lead} picture={picture} />
      <div className="with-aside form-first">
        <TableOfContents sections={[...forms, ...sections]} />
        <div className="grid max-w-form gap-10">
          {children}
          <Sections sections={sections} />
        </div>
      </div>
      <NextStep />
    </main>
  );
}
