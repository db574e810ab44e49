import { mailTexts } from '#app/delivery/message/mail-texts.ts';
import type { ContactDetails } from '#app/enquiries/contact-details/contact-details.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { urgencyOf } from '#app/enquiries/urgency.ts';
import { chatHref, phoneHref } from '#app/i18n/input/phone-number.ts';
import { mailableAddress } from '#app/outbound/mailable-address.server.ts';
import { ownerAmong } from '../people/person.ts';
import { fill } from '../texts/desk-texts.ts';
import { DeskTag } from './desk-tag.tsx';
import { formatDeskDay, formatDeskTime } from './desk-time.ts';
import type { RequestPageProps } from './request-page-props.ts';
import { RequesterName } from './requester-name.tsx';

const day = 24 * 60 * 60 * 1000;

/** Who asks, how urgent it is, how to reach them, and where the request stands. */
export function RequestSummary({ desk, record, people, closedDays }: RequestPageProps) {
  const { enquiry, state, owner, takenAt, callAgainAt, closedAt, restrictedAt } = record;
  const { request: t } = desk.texts;
  const mail = mailTexts[desk.language];
  const { phone, email }: ContactDetails = enquiry.fields;
  const address = email === undefined ? undefined : mailableAddress(email);
  const call = phoneHref(phone);
  const { reasons } = urgencyOf(enquiry, enquiry.receivedAt);
  const time = (at: number) => `${formatDeskTime(at, desk.language)} (${t.germanTime})`;
  const facts = [
    [t.received, time(enquiry.receivedAt)],
    [t.takenOn, takenAt === undefined ? t.notYet : time(takenAt)],
    [t.owner, ownerAmong(people, owner)?.name ?? t.nobody],
    ...(callAgainAt === null ? [] : [[t.callAgain, time(callAgainAt)]]),
    ...(restrictedAt === null ? [] : [[t.restrict.since, time(restrictedAt)]]),
    ...(closedAt === null || restrictedAt !== null
      ? []
      : [[t.erasedOn, formatDeskDay(closedAt + closedDays * day, desk.language)]]),
    [t.language, mail.languageName[enquiry.language]],
  ];
  return (
    <section className="grid gap-3 rounded-card bg-surface-raised p-4 shadow-raised">
      <p className="flex flex-wrap items-center gap-2 text-small text-ink-muted">
        {reasons.length > 0 && <DeskTag isUrgent>{t.urgent}</DeskTag>}
        <DeskTag>{t.state[state]}</DeskTag>
        <span>{definitionOf(enquiry.kind).label[desk.language]}</span>
      </p>
      <p className="text-h3 font-semibold">
        <RequesterName {...enquiry.fields} />
      </p>
      {reasons.length > 0 && (
        <p className="font-semibold text-signal">{reasons.map((reason) => mail.reason[reason]).join(' · ')}</p>
      )}
      {call === undefined && (
        <p>
          <bdi dir="ltr" className="font-semibold">
            {phone}
          </bdi>{' '}
          <span className="text-small">{mail.noCountryCode}</span>
        </p>
      )}
      {email !== undefined && address === undefined && (
        <p>
          <bdi dir="ltr" className="font-semibold">
            {email}
          </bdi>{' '}
          <span className="text-small">{mail.notMailable}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {call !== undefined && (
          <>
            <a href={call} className="button button-primary">
              {mail.call} <bdi dir="ltr">{phone}</bdi>
            </a>
            <a href={chatHref(phone)} rel="noopener noreferrer" className="button button-secondary">
              {mail.chat}
            </a>
          </>
        )}
        {address !== undefined && (
          <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`} className="button button-secondary">
            {mail.write}
          </a>
        )}
        <a href={`/desk/requests/${enquiry.reference}/sheet`} className="button button-secondary">
          {t.sheet}
        </a>
      </div>
      <dl className="grid gap-2 text-small sm:gap-1">
        {facts.map(([term, value]) => (
          <div key={term} className="grid gap-x-6 sm:grid-cols-[12rem_1fr]">
            <dt className="text-ink-muted">{term}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {enquiry.duplicateOf !== undefined && (
        <p className="text-small">
          <a href={`/desk/requests/${enquiry.duplicateOf}`} className="text-action underline">
            {fill(t.duplicate, { reference: formatReference(enquiry.duplicateOf) })}
          </a>
        </p>
      )}
      {enquiry.mayBeAutomated && <p className="text-small">{t.mayBeAutomated}</p>}
    </section>
  );
}
