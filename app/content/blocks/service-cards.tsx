import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import type { ServiceCard } from '../copy/content-schema.ts';
import { Illustration } from '../pictures/illustration.tsx';

/**
 * Service cards with image, title, description and button, in two columns from `md`; the whole card is clickable (spec,
 * section 2).
 */
export function ServiceCards({ cards }: { cards: ServiceCard[] }) {
  const { t } = useTranslation('frame');
  const language = useLanguage();
  return (
    <ul className="grid gap-6 md:grid-cols-2">
      {cards.map((card) => (
        <Card
          key={card.link}
          level={2}
          picture={<Illustration {...card.image} />}
          heading={card.title}
          footer={
            <a
              href={pathIn(language, card.link)}
              aria-label={`${card.buttonText ?? t('learn_more')}: ${card.title}`}
              className={buttonClass('secondary')}
            >
              {card.buttonText ?? t('learn_more')}
            </a>
          }
        >
          <p>{card.description}</p>
          {card.text && <p className="text-ink-muted">{card.text}</p>}
        </Card>
      ))}
    </ul>
  );
}
