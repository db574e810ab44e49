import type { ReactNode } from 'react';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';

/** A section with a list, and a link to a page with more information. @param children the list's items */
export function TitledList({
  id,
  heading,
  more,
  children,
}: {
  id: string;
  heading: string;
  more: { text: string; link: string };
  children: ReactNode;
}) {
  const language = useLanguage();
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h2 id={id} className="text-h2">
        {heading}
      </h2>
      <ul className="grid gap-2">{children}</ul>
      <p>
        <a href={pathIn(language, more.link)} className="more-link">
          {more.text}
        </a>
      </p>
    </section>
  );
}
