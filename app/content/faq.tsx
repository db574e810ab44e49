import { useTranslation } from 'react-i18next';
import script from 'virtual:help-centre.js';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { FaqItem } from './content-schema.ts';
import { searchFaq } from './faq-search.ts';
import { RichText } from './prose.tsx';

/**
 * Questions and answers, each to be opened, with a search over them. The form asks the server;
 * `enhancement/faq-search.ts` answers while the visitor types.
 */
export function Faq({ items, query }: { items: FaqItem[]; query: string }) {
  const { t } = useTranslation();
  const found = searchFaq(items, query);
  return (
    <div className="grid max-w-form gap-6">
      <script src={script} defer />
      <form role="search" method="get" data-faq-search className="grid gap-2">
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
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
            className="control min-w-0 flex-1"
          />
          <Button look="quiet" type="submit">
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
          {query && (found.length > 0 ? t('faq.found', { n: found.length }) : t('faq.none'))}
        </p>
        {query && (
          <p>
            <a href="?" className="text-action">
              {t('faq.all')}
            </a>
          </p>
        )}
      </form>
      <ul className="grid gap-3">
        {items.map((item) => (
          // Those that do not fit are there, so that the script can find them for the next words.
          <li key={item.id} id={item.id} data-faq-item hidden={!found.includes(item)}>
            <details className="faq" open={query !== '' && found.length < 3}>
              <summary>
                <h2>{item.q}</h2>
                <Icon name="chevron-down" />
              </summary>
              <p>
                <RichText text={item.a} />
              </p>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
