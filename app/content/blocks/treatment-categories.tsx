import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { PictureName, TreatmentCategory } from '../copy/content-names.ts';
import { Illustration } from '../pictures/illustration.tsx';

/** The medical fields of the treatment catalogue, each linked to its page, with pictures on wide screens. */
export function TreatmentCategories({
  heading,
  categories,
}: {
  heading: string;
  categories: {
    id: TreatmentCategory;
    name: string;
    description: string;
    picture: PictureName;
    treatments: string[];
  }[];
}) {
  const language = useLanguage();
  return (
    <section aria-labelledby="categories" className="grid gap-6">
      <h2 id="categories" className="text-h2">
        {heading}
      </h2>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {categories.map(({ id, name, description, picture, treatments }) => (
          <li key={id} className="lazy panel relative content-start">
            {/* Phones do not load the pictures: all nine would double the length of the list. */}
            <Illustration name={picture} alt="" className="hidden rounded md:block" />
            <h3 className="text-h3">
              <a href={pathIn(language, `/treatment/${id}`)} className="category-link">
                {name}
                <Icon name="arrow-right" className="mirrors" />
              </a>
            </h3>
            <p>{description}</p>
            <ul className="flex flex-wrap gap-2">
              {treatments.map((treatment) => (
                <li key={treatment} className="rounded-full bg-action-soft px-3 py-1 text-small">
                  {treatment}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
