import { useTranslation } from 'react-i18next';
import { isolate } from '#app/i18n/format/bidi.ts';
import type { ShownPartner } from './shown-facts.ts';

/** The partners that the company features, with their logos; nothing if there are none. */
export function NamedPartners({ partners }: { partners: ShownPartner[] }) {
  const { t } = useTranslation('company');
  if (partners.length === 0) return null;
  return (
    <section aria-labelledby="named-partners" data-company-partners className="grid gap-5">
      <h2 id="named-partners" className="text-h2">
        {t('partners.heading')}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {partners.map(({ name, description, address, website, logo }) => (
          <li key={name} className="panel content-start">
            {logo !== undefined && (
              <img
                src={logo}
                // The name below it says whose it is.
                alt=""
                width={160}
                height={64}
                loading="lazy"
                className="h-16 w-auto max-w-full justify-self-start object-contain"
              />
            )}
            <h3 className="text-h3">
              <bdi>{name}</bdi>
            </h3>
            {description !== undefined && <p>{description}</p>}
            {address !== undefined && (
              <address className="text-small not-italic text-ink-muted">
                <bdi>{address}</bdi>
              </address>
            )}
            {website !== undefined && (
              <a href={website} rel="noopener" className="inline-flex min-h-11 items-center text-action">
                {t('partners.website', { partner: isolate(name) })}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
