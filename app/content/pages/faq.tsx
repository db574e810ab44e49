import { useTranslation } from 'react-i18next';
import script from 'virtual:help-centre.js';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Question } from '../blocks/question.tsx';
import type { FaqGroup, FaqItem } from '../copy/content-schema.ts';
import { searchFaq } from './search-faq.ts';

/**
 * Collapsible questions and answers in groups, with a search form. The server handles the search; with JavaScript,
 * `enhancement/page/filter-questions.ts` filters while the visitor types.
 */
export function Faq({ groups, items, query }: { groups: FaqGroup[]; items: FaqItem[]; query: string }) {
  const { t } = useTranslation('frame');
  const action = pathIn(useLanguage(), '/help-center');
  const matches = searchFaq(items, query);
  return (
    <div className="grid max-w-form gap-6">
      <script src={script} defer />
      <form role="search" method="get" action={action} data-faq-search className="grid gap-2">
        <label htmlFor="faq-query" className="font-semibold">
          {t('faq.search')}
        </label>
        <div className="flex flex-wrap gap-3">
          <input
            id="faq-query"
            name="q"
            type="search"
            dir="auto"
            placeholder=" "
            defaultValue={query}
            enterKeyHint="search"
            className="control min-w-0 flex-1"
          />
          <Button variant="secondary" type="submit">
            <Icon name="search" />
            {t('faq.submit')}
          </Button>
        </div>
        <p
          role="status"
          data-faq-count
          data-found={t('faq.found', { n: '{{n}}' })}
          data-none={t('faq.none')}
          className="min-h-7 text-small text-ink-muted"
        >
          {query && (matches.length > 0 ? t('faq.found', { n: matches.length }) : t('faq.none'))}
        </p>
        {query && (
          <p>
            <a href="?" className="text-action">
              {t('faq.all')}
            </a>
          </p>
        )}
      </form>
      {/* Questions that do not match are rendered hidden, so that the script can show them for another query. */}
      {groups.map(({ id, heading }) => (
        <section
          key={id}
          aria-labelledby={`questions-${id}`}
          data-faq-group
          hidden={!matches.some(({ group }) => group === id)}
          className="mt-4"
        >
          <h2 id={`questions-${id}`} className="mb-3 text-h3">
            {heading}
          </h2>
          <ul className="grid gap-3">
            {items
              .filter(({ group }) => group === id)
              .map((item) => (
                <li key={item.id} id={item.id} data-faq-item hidden={!matches.includes(item)}>
                  <Question item={item} isOpen={query !== '' && matches.length < 3} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
