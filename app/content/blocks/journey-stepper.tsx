import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Journey } from '../copy/content-schema.ts';
import { PauseButton } from './pause-button.tsx';

/**
 * The patient's journey in four linked steps, joined by the flight arc. `enhancement/page/journey.ts` highlights one
 * step after another (spec, sections 4 and 9).
 */
export function JourneyStepper({ journey }: { journey: Journey }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section aria-labelledby="journey" data-journey className="journey">
      <div className="journey-head">
        <h2 id="journey" className="text-h2">
          {journey.title}
        </h2>
        <PauseButton pauseLabel={t('journey.pause')} playLabel={t('journey.play')} className="journey-pause" />
        <p>{journey.subtitle}</p>
      </div>
      <ol className="journey-steps">
        {journey.steps.map(({ id, icon, title, description, link }) => (
          <li key={id} data-journey-step className="journey-step">
            <a href={pathIn(language, link)} className="journey-link">
              <span className="journey-icon">
                <Icon name={icon} />
              </span>
              <span className="grid md:gap-1">
                <span className="font-semibold sm:text-h3">{title}</span>{' '}
                <span className="text-small text-ink-muted sm:text-body">{description}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
