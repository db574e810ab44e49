import { useTranslation } from 'react-i18next';
import { timesOfPeriod } from '#app/i18n/format/period-in-zone.ts';
import { useCompany } from '../company.ts';
import type { CompanyTimes } from './shown-facts.ts';

/** Returns whether the company says when it answers the phone or how soon it replies. */
export function hasTimes({ hours, urgentReply, otherReply }: CompanyTimes): boolean {
  return [hours, urgentReply, otherReply].some((time) => time !== undefined);
}

/** When the company answers the phone and how soon it replies; nothing if it does not say. */
export function CompanyTimesPanel() {
  const { times } = useCompany();
  const { hours, urgentReply, otherReply } = times;
  if (!hasTimes(times)) return null;
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      {hours && <PhoneHours hours={hours} />}
      {(urgentReply ?? otherReply) && <ReplyTimes urgent={urgentReply} other={otherReply} />}
    </div>
  );
}

function PhoneHours({ hours }: { hours: NonNullable<CompanyTimes['hours']> }) {
  const { t } = useTranslation('company');
  const { t: common } = useTranslation();
  return (
    <section aria-labelledby="contact-hours" data-company-hours className="panel">
      <h3 id="contact-hours" className="text-h3">
        {t('hours.heading')}
      </h3>
      <dl className="grid gap-2">
        {hours.map(({ days, periods }) => (
          <div key={days} className="flex flex-wrap justify-between gap-x-4">
            {/* Text browsers show each term on the same line as its description. */}
            <dt>{days}</dt>{' '}
            <dd className="grid">
              {periods.length === 0
                ? t('hours.closed')
                : periods.map(({ germany, riyadh }) => (
                    <span key={germany}>
                      {common('times.period', timesOfPeriod(germany))}{' '}
                      <span className="inline-block text-small text-ink-muted">
                        ({common('times.period', timesOfPeriod(riyadh))} {common('times.riyadh')})
                      </span>
                    </span>
                  ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-ink-muted">{t('hours.note')}</p>
    </section>
  );
}

function ReplyTimes({ urgent, other }: { urgent?: string | undefined; other?: string | undefined }) {
  const { t } = useTranslation('company');
  return (
    <section aria-labelledby="contact-reply" data-company-reply className="panel">
      <h3 id="contact-reply" className="text-h3">
        {t('reply.heading')}
      </h3>
      <dl className="grid gap-2">
        {urgent !== undefined && <ReplyTime term={t('reply.urgent')} text={urgent} />}
        {other !== undefined && <ReplyTime term={t('reply.other')} text={other} />}
      </dl>
    </section>
  );
}

function ReplyTime({ term, text }: { term: string; text: string }) {
  return (
    <div className="grid">
      <dt className="text-small text-ink-muted">{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}
