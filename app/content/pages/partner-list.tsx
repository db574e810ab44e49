import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { PageIntro } from '../blocks/page-intro.tsx';
import { Sections } from '../blocks/prose.tsx';
import type { Content } from '../copy/content-schema.ts';

/**
 * The partners page: the kinds of partners, with address and website if they are named, and how to become one. Children
 * appear before the list.
 */
export function PartnerList({
  heading,
  lead,
  partners,
  addressLabel,
  websiteLabel,
  become,
  children,
}: Content['partners'] & { children?: ReactNode }) {
  return (
    <main id="content" className="page">
      <PageIntro heading={heading} lead={lead} />
      {children}
      <ul className="grid gap-5 md:grid-cols-2">
        {partners.map(({ id, title, description, address, website, logo }) => (
          <li key={id} id={id} className="panel grid-cols-[auto_1fr] gap-x-5">
            <span className="flex h-16 w-16 items-center justify-center rounded-card bg-surface-deep text-h2 text-arc-light">
              <Icon name={logo} />
            </span>
            <div className="grid content-start gap-2">
              <h2 className="text-h3">{title}</h2>
              <p>{description}</p>
              {address && (
                <p className="text-small text-ink-muted">
                  {addressLabel}: {address}
                </p>
              )}
              {website && (
                <a href={website} rel="noopener" className="min-h-11 text-action">
                  {websiteLabel}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className="grid max-w-reading gap-10">
        <Sections sections={[become]} />
      </div>
    </main>
  );
}
