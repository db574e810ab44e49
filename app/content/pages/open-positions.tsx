import { useCompany } from '#app/company/company.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { PageIntro } from '../blocks/page-intro.tsx';
import { CheckList } from '../blocks/prose.tsx';
import type { Content } from '../copy/content-schema.ts';

/** The careers page: open positions, each with a link to apply by email. The position is the subject. */
export function OpenPositions({ careers }: { careers: Content['careers'] }) {
  const company = useCompany();
  return (
    <main id="content" className="page">
      <PageIntro heading={careers.header.title} lead={careers.intro} />
      <section aria-labelledby="positions" className="grid gap-6">
        <h2 id="positions" className="text-h2">
          {careers.positionsTitle}
        </h2>
        <ul className="grid gap-5">
          {careers.positions.map(({ id, title, location, type, description, tasks }) => (
            <li key={id} id={id} className="panel lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-12">
              <div className="grid content-start gap-4">
                <h3 className="text-h3">{title}</h3>
                <dl className="flex flex-wrap gap-x-8 gap-y-2 text-small">
                  <div className="flex gap-2">
                    <dt className="text-ink-muted">{careers.locationLabel}</dt>
                    <dd className="font-semibold">{location}</dd>
                  </div>
                  <div className="flex gap-2">
                    <dt className="text-ink-muted">{careers.typeLabel}</dt>
                    <dd className="font-semibold">{type}</dd>
                  </div>
                </dl>
                <p>{description}</p>
              </div>
              <div className="lg:row-span-2">
                <CheckList items={tasks} />
              </div>
              <a
                href={`mailto:${company.email}?subject=${encodeURIComponent(`${careers.applySubject} ${title}`)}`}
                aria-label={`${careers.applyButton}: ${title}`}
                className={`self-start justify-self-start ${buttonClass('primary')}`}
              >
                {careers.applyButton}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <p className="flex max-w-reading flex-wrap items-center gap-x-3">
        {careers.contactPrompt}
        <a href={`mailto:${company.email}`} className="inline-flex min-h-11 items-center gap-2 text-action">
          <Icon name="mail" />
          <bdi dir="ltr">{careers.contactEmail}</bdi>
        </a>
      </p>
    </main>
  );
}
