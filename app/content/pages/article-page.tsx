import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatIsoDate } from '#app/i18n/format/dates.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { PageIntro } from '../blocks/page-intro.tsx';
import { Sections } from '../blocks/prose.tsx';
import { TableOfContents } from '../blocks/table-of-contents.tsx';
import type { Article } from '../copy/content-schema.ts';

/**
 * A text page, with a table of contents beside the text on wide screens.
 * @param more ids and headings of the sections among the children, which appear after the text
 */
export function ArticlePage({
  article,
  more = [],
  children,
}: {
  article: Article;
  more?: { id: string; heading: string }[];
  children?: ReactNode;
}) {
  const { t } = useTranslation('frame');
  const language = useFormLanguage();
  const { heading, lead, picture, action, sections, updated } = article;
  return (
    <main id="content" className="page">
      <PageIntro heading={heading} lead={lead} picture={picture}>
        {action && (
          <a href={pathIn(language, action.link)} className={buttonClass('primary')}>
            {action.text}
          </a>
        )}
        {updated && (
          <p className="text-small text-ink-muted">
            {t('updated')} <time dateTime={updated}>{formatIsoDate(updated, language)}</time>
          </p>
        )}
      </PageIntro>
      <div className="with-aside">
        <TableOfContents sections={[...sections, ...more]} />
        <div className="grid max-w-reading gap-10">
          <Sections sections={sections} />
        </div>
      </div>
      {children}
    </main>
  );
}
