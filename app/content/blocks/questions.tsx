import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { FaqItem } from '../copy/content-schema.ts';
import { RichText } from './prose.tsx';

/** A few questions of the help centre with their answers, and a link to all of them. */
export function Questions({
  heading,
  items,
  more,
}: {
  heading: string;
  items: FaqItem[];
  more: { text: string; link: string };
}) {
  const language = useLanguage();
  return (
    <section aria-labelledby="questions" className="grid content-start gap-3">
      <h2 id="questions" className="text-h2">
        {heading}
      </h2>
      <ul className="grid gap-2">
        {items.map(({ id, q, a }) => (
          <li key={id}>
            <details className="faq">
              <summary>
                <h3>{q}</h3>
                <Icon name="chevron-down" />
              </summary>
              <p>
                <RichText text={a} />
              </p>
            </details>
          </li>
        ))}
      </ul>
      <p>
        <a href={pathIn(language, more.link)} className="more-link">
          {more.text}
        </a>
      </p>
    </section>
  );
}
