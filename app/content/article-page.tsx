import { formatIsoDate } from '#app/i18n/dates.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/button.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Article } from './content-schema.ts';
import { NextStep } from './next-step.tsx';
import { PageIntro } from './page-intro.tsx';
import { Sections } from './prose.tsx';
import { TableOfContents } from './table-of-contents.tsx';

/** A page that is read from top to bottom, with a list of its sections beside it where there is room. */
export function ArticlePage({ article, children }: { article: Article; children?: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { heading, lead, picture, action, sections, updated } = article;
  return (
    <main id="content" className="page">
      <PageIntro heading={heading} lead={lead} picture={picture}>
        {action && (
          <a href={pathIn(language, action.link)} className={buttonClass('main')}>
            {action.text}
          </a>
        )}
        {updated && (
          <p className="text-small text-ink-muted">
            {t('updated')} <time dateTime={updated}>{formatIsoDate(updated)}</time>
          </p>
        )}
      </PageIntro>
      {children}
      <div className="with-aside">
        <TableOfContents sections={sections} />
        <div className="grid max-w-reading gap-10">
          <Sections sections={sections} />
        </div>
      </div>
      <NextStep />
    </main>
  );
}
