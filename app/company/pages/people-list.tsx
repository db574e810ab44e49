import { useTranslation } from 'react-i18next';
import type { ShownPerson } from './shown-facts.ts';

/** The people that the company features, with their pictures; nothing if there are none. */
export function PeopleList({ people }: { people: ShownPerson[] }) {
  const { t } = useTranslation('company');
  if (people.length === 0) return null;
  return (
    <section id="people" data-company-people className="grid gap-5">
      <h2 className="text-h2">{t('people.heading')}</h2>
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {people.map(({ name, role, languages, picture }) => (
          <li key={name} className="panel flex items-start gap-4">
            {picture !== undefined && (
              <img
                src={picture}
                // The name beside it says who it is.
                alt=""
                width={96}
                height={96}
                loading="lazy"
                className="h-24 w-24 shrink-0 rounded-card object-cover"
              />
            )}
            <div className="grid min-w-0 content-start gap-1">
              <h3 className="text-h3">
                <bdi>{name}</bdi>
              </h3>
              <p>{role}</p>
              {languages !== '' && <p className="text-small text-ink-muted">{t('people.languages', { languages })}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
