import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { ServiceCard } from '../copy/content-schema.ts';
import { Illustration } from '../pictures/illustration.tsx';

/**
 * Service cards for a page with other content: one short row each on phones, and cards in two columns from `md` (spec,
 * section 2). The whole card is clickable.
 */
export function ServiceRows({ cards }: { cards: ServiceCard[] }) {
  const { t } = useTranslation('frame');
  const language = useLanguage();
  return (
    <ul className="service-rows">
      {cards.map(({ title, description, link, image, buttonText = t('learn_more') }) => (
        <li key={link} className="lazy service-row">
          <Illustration {...image} />
          <div className="service-row-words">
            <h3 className="text-body font-semibold md:text-h3">{title}</h3> <p>{description}</p>{' '}
            <a href={pathIn(language, link)} aria-label={`${buttonText}: ${title}`} className="service-row-link">
              {buttonText}
              <Icon name="chevron-right" className="mirrors" />
            </a>
          </div>
        </li>
      ))}
    </ul>
  );
}
