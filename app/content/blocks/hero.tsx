import { useTranslation } from 'react-i18next';
import homeScript from 'virtual:home.js';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import type { Slide } from '../copy/content-schema.ts';
import { Illustration } from '../pictures/illustration.tsx';
import flightMap from './flight-map.svg';
import { PauseButton } from './pause-button.tsx';

/**
 * The home page's hero: the services as slides over the flight map (spec, sections 2 and 4). Without JavaScript it is a
 * scrollable row with a link to each slide; `enhancement/page/hero.ts` adds rotation and pausing.
 */
export function Hero({ heading, slides }: { heading: string; slides: Slide[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section aria-label={t('hero.label')} data-hero className="hero">
      <script src={homeScript} defer />
      <img
        {...{ fetchpriority: 'high' }}
        src={flightMap}
        alt={t('hero.map')}
        width="960"
        height="440"
        className="hero-map"
      />
      <div className="hero-frame">
        <h1 className="hero-heading">{heading}</h1>
        <ol data-hero-slides className="hero-slides">
          {slides.map(({ id, title, subtitle, buttonText, link, image }) => (
            <li key={id} id={`slide-${id}`} className="hero-slide">
              <div className="hero-words">
                <h2 className="hero-title">{title}</h2>
                <p className="hero-subtitle">{subtitle}</p>
                <a href={pathIn(language, link)} className="hero-button">
                  {buttonText}
                </a>
              </div>
              {image !== 'map' && <Illustration name={image} alt="" className="hero-picture" />}
            </li>
          ))}
        </ol>
        <div className="hero-controls">
          <ul className="flex">
            {slides.map(({ id, title }) => (
              <li key={id}>
                <a href={`#slide-${id}`} data-hero-dot className="hero-dot">
                  <span className="visually-hidden">{title}</span>
                </a>
              </li>
            ))}
          </ul>
          <PauseButton pauseLabel={t('hero.pause')} playLabel={t('hero.play')} isIconOnly className="hero-pause" />
        </div>
      </div>
    </section>
  );
}
