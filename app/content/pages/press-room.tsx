import { useCompany } from '#app/company/company.ts';
import { formatIsoDate } from '#app/i18n/format/dates.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { PageIntro } from '../blocks/page-intro.tsx';
import type { Content } from '../copy/content-schema.ts';

/** The press page: press releases, media coverage, press kit and press contact. */
export function PressRoom({ press }: { press: Content['press'] }) {
  const company = useCompany();
  const language = useLanguage();
  return (
    <main id="content" className="page">
      <PageIntro heading={press.header.title} lead={press.header.intro} />
      <section aria-labelledby="press-releases" className="grid gap-5">
        <h2 id="press-releases" className="text-h2">
          {press.releasesTitle}
        </h2>
        <ul className="grid gap-5 md:grid-cols-2">
          {press.pressReleases.map(({ title, date, summary, pdf }) => (
            <li key={pdf} className="panel content-start">
              <p className="text-small text-ink-muted">
                <time dateTime={date}>
                  <bdi dir="ltr">{formatIsoDate(date, language)}</bdi>
                </time>
              </p>
              <h3 className="text-h3">{title}</h3>
              <p>{summary}</p>
              <a
                href={pdf}
                aria-label={`${press.pdfLabel}: ${title}`}
                className="inline-flex min-h-11 items-center gap-2 justify-self-start text-action"
              >
                <Icon name="download" />
                {press.pdfLabel}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="press-mentions" className="grid max-w-reading gap-4">
        <h2 id="press-mentions" className="text-h2">
          {press.mentionsTitle}
        </h2>
        <p>{press.mentionsIntro}</p>
        <ul>
          {press.mediaMentions.map(({ title, link }) => (
            <li key={link} className="border-b border-line">
              <a href={link} rel="noopener" className="flex min-h-12 items-center gap-2 py-2 text-action">
                <Icon name="external-link" className="mirrors" />
                {title}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <div className="grid gap-5 md:grid-cols-2">
        <section aria-labelledby="press-kit" className="panel content-start justify-items-start">
          <h2 id="press-kit" className="text-h3">
            {press.pressKit.title}
          </h2>
          <p>{press.pressKit.intro}</p>
          <a href={press.pressKit.url} className={buttonClass('secondary')}>
            <Icon name="download" />
            {press.pressKit.linkText}
          </a>
        </section>
        <section aria-labelledby="press-contact" className="panel content-start justify-items-start">
          <h2 id="press-contact" className="text-h3">
            {press.contactTitle}
          </h2>
          <p>{press.contactPrompt}</p>
          <a href={`mailto:${company.email}`} className={buttonClass('secondary')}>
            <Icon name="mail" />
            <bdi dir="ltr">{press.contactEmail}</bdi>
          </a>
        </section>
      </div>
    </main>
  );
}
