import { useTranslation } from 'react-i18next';
import type { ShownMembership } from './shown-facts.ts';

/** The company's memberships, each with a link where it can be verified; nothing if there are none. */
export function MembershipList({ memberships }: { memberships: ShownMembership[] }) {
  const { t } = useTranslation('company');
  if (memberships.length === 0) return null;
  return (
    <section id="memberships" data-company-memberships className="grid gap-3">
      <h2 className="text-h2">{t('memberships')}</h2>
      <ul>
        {memberships.map(({ name, website }) => (
          <li key={website}>
            <a href={website} rel="noopener" className="inline-flex min-h-11 items-center text-action">
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
