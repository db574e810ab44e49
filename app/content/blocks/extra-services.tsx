import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import type { ExtraService } from '../copy/content-schema.ts';
import { Illustration } from '../pictures/illustration.tsx';

/** Cards for the additional medical-flight services, each linked to its page under `/medical-flight`. */
export function ExtraServices({
  heading,
  lead,
  services,
}: {
  heading: string;
  lead: string;
  services: ExtraService[];
}) {
  const { t } = useTranslation('frame');
  const language = useLanguage();
  return (
    <section aria-labelledby="extra-services" className="grid gap-6">
      <div className="grid gap-2">
        <h2 id="extra-services" className="text-h2">
          {heading}
        </h2>
        <p className="max-w-reading text-ink-muted">{lead}</p>
      </div>
      <ul className="grid gap-6 md:grid-cols-3">
        {services.map(({ id, title, text, image }) => (
          <Card
            key={id}
            picture={<Illustration {...image} />}
            heading={title}
            footer={
              <a
                href={pathIn(language, `/medical-flight/${id}`)}
                aria-label={`${t('learn_more')}: ${title}`}
                className={buttonClass('secondary')}
              >
                {t('learn_more')}
              </a>
            }
          >
            <p>{text}</p>
          </Card>
        ))}
      </ul>
    </section>
  );
}
