import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';

/** What the company does not do, which nobody should learn too late. */
export function Limits({
  heading,
  points,
  more,
}: {
  heading: string;
  points: string[];
  more: { text: string; link: string };
}) {
  const language = useLanguage();
  return (
    <section aria-labelledby="limits" className="grid content-start gap-3">
      <h2 id="limits" className="text-h2">
        {heading}
      </h2>
      <ul className="grid gap-2">
        {points.map((point) => (
          <li key={point} className="border-line ps-4" data-limit>
            {point}
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
