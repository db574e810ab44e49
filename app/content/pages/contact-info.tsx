import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import { CompanyTimesPanel } from '#app/company/pages/company-times.tsx';
import { chatHref, phoneHref } from '#app/i18n/input/phone-number.ts';
import { Icon, LineIcon } from '#app/ui/icon.tsx';
import type { IconName } from '#app/ui/icon-names.ts';
import { CheckList, RichText } from '../blocks/prose.tsx';
import type { Content } from '../copy/content-schema.ts';

type Contact = Omit<Content['contact'], 'head'>;

/** The ways to contact the company: phone, chat, email and address, and when it can be reached. */
export function ContactChannels({ contact }: { contact: Contact }) {
  const { t } = useTranslation('company');
  const company = useCompany();
  const { emergencyPhone } = company;
  return (
    <section aria-labelledby="contact-ways" className="grid gap-5">
      <h2 id="contact-ways" className="text-h2">
        {contact.contact}
      </h2>
      <ul className={`grid gap-4 ${emergencyPhone === undefined ? 'md:grid-cols-3' : 'md:grid-cols-2'}`}>
        <ContactChannel icon="phone" label={contact.phoneLabel} href={phoneHref(company.phone)}>
          <bdi dir="ltr">{contact.phoneNumber}</bdi>
        </ContactChannel>
        {emergencyPhone !== undefined && (
          <ContactChannel icon="phone" label={t('emergency_phone')} href={phoneHref(emergencyPhone)}>
            <bdi dir="ltr">{emergencyPhone}</bdi>
          </ContactChannel>
        )}
        <ContactChannel icon="message-circle" label={contact.chatLabel} href={chatHref(company.whatsapp)} opensNewTab>
          <bdi dir="ltr">{company.whatsapp}</bdi>
        </ContactChannel>
        <ContactChannel icon="mail" label={contact.emailLabel} href={`mailto:${company.email}`}>
          <bdi dir="ltr">{company.email}</bdi>
        </ContactChannel>
      </ul>
      <CompanyTimesPanel />
      <address className="flex gap-3 not-italic">
        <LineIcon name="map-pin" className="text-action" />
        <span>
          <bdi className="font-semibold">{contact.company}</bdi>
          <br />
          <bdi>{contact.address}</bdi>
        </span>
      </address>
    </section>
  );
}

/** The documents that the visitor should send, and how the company handles them. */
export function DocumentsAndPrivacy({ contact }: { contact: Contact }) {
  return (
    <div className="grid gap-8">
      <section aria-labelledby="contact-documents" className="panel">
        <h2 id="contact-documents" className="text-h3">
          {contact.requestDocuments}
        </h2>
        <CheckList items={contact.documents} />
        <p className="text-ink-muted">
          <RichText text={contact.documentsNote} />
        </p>
      </section>
      <section aria-labelledby="contact-privacy" className="panel">
        <h2 id="contact-privacy" className="text-h3">
          {contact.privacy.heading}
        </h2>
        {contact.privacy.notes.map((note) => (
          <p key={note}>
            <RichText text={note} />
          </p>
        ))}
      </section>
    </div>
  );
}

function ContactChannel({
  icon,
  label,
  href,
  opensNewTab = false,
  children,
}: {
  icon: IconName;
  label: string;
  href: string | undefined;
  opensNewTab?: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <a
        href={href}
        {...(opensNewTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        className="panel-link h-full"
      >
        <Icon name={icon} className="text-h2 text-action" />
        <span className="grid">
          <span className="text-small text-ink-muted">{label}</span>
          <span className="font-semibold text-action">{children}</span>
        </span>
      </a>
    </li>
  );
}
