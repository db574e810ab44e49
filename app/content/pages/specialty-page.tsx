import { companyLanguage, pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Icon, LineIcon } from '#app/ui/icon.tsx';
import { PageIntro } from '../blocks/page-intro.tsx';
import { RichText, Sections } from '../blocks/prose.tsx';
import { TableOfContents } from '../blocks/table-of-contents.tsx';
import { informationOnlyCategories, type TreatmentCategory } from '../copy/content-names.ts';
import type { Content, Section, Specialty } from '../copy/content-schema.ts';

/**
 * The page of a specialty: its treatments, each with clinics in Germany, what to ask the doctor, how long patients
 * usually stay, and, unless the page is for information only, how to ask hospitals.
 */
export function SpecialtyPage({
  category,
  specialty,
  overview,
}: {
  category: TreatmentCategory;
  specialty: Specialty;
  overview: Content['treatment'];
}) {
  const language = useLanguage();
  const { name, description, picture, modernTreatments } = specialty;
  const isInformationOnly = informationOnlyCategories.includes(category);
  const sections = [...familySections(specialty, overview), ...(isInformationOnly ? [] : [overview.next])];
  return (
    <main id="content" className="page">
      <PageIntro heading={name} lead={description} picture={picture}>
        {!isInformationOnly && (
          <a href={pathIn(language, `/treatment/request?specialty=${category}`)} className={buttonClass('primary')}>
            {overview.requestLabel}
          </a>
        )}
      </PageIntro>
      <div className="with-aside">
        <TableOfContents
          sections={[...modernTreatments.map(({ id, name: heading }) => ({ id, heading })), ...sections]}
        />
        <div className="grid gap-10">
          {modernTreatments.map((modernTreatment) => (
            <section key={modernTreatment.id} id={modernTreatment.id} className="lazy grid gap-4">
              <h2 className="text-h2">{modernTreatment.name}</h2>
              <p className="max-w-reading">{modernTreatment.description}</p>
              <h3 className="text-small font-semibold text-ink-muted">{overview.clinicsLabel}</h3>
              <ul className="grid gap-3 sm:grid-cols-2">
                {modernTreatment.topClinics.map((clinic) => (
                  <li key={clinic.name} className="panel content-start">
                    <h4 className="font-semibold">
                      <bdi>{clinic.name}</bdi>
                    </h4>
                    {clinic.germanName && (
                      <p lang={companyLanguage} className="text-small">
                        <bdi>{clinic.germanName}</bdi>
                      </p>
                    )}
                    <p className="flex gap-2 text-small text-ink-muted">
                      <LineIcon name="map-pin" />
                      {clinic.location}
                    </p>
                    <p className="text-small">{clinic.description}</p>
                    <a
                      href={clinic.link}
                      rel="noopener"
                      aria-label={`${overview.clinicLinkLabel}: ${clinic.name}`}
                      className="inline-flex min-h-11 items-center gap-2 text-small text-action"
                    >
                      {overview.clinicLinkLabel}
                      <Icon name="external-link" className="mirrors" />
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <p className="max-w-reading text-small text-ink-muted">
            <RichText text={overview.clinicsNote} />
          </p>
          <div className="grid max-w-reading gap-10">
            <Sections sections={sections} />
          </div>
        </div>
      </div>
    </main>
  );
}

/** Returns sections with what a family needs to know before deciding: what to ask, and how long they will be away. */
function familySections({ questions, stay }: Specialty, overview: Content['treatment']): Section[] {
  return [
    {
      id: 'questions',
      heading: overview.questions.heading,
      blocks: [overview.questions.lead, { list: questions }],
    },
    {
      id: 'length-of-stay',
      heading: overview.stay.heading,
      blocks: [overview.stay.lead, { facts: stay }, overview.stay.note],
    },
  ];
}
