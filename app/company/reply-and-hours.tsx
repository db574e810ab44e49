import { useTranslation } from 'react-i18next';
import { timesOfPeriod } from '#app/i18n/format/period-in-zone.ts';
import { languages } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { useCompany } from './company.ts';

/**
 * Shown next to a send button: how soon the company replies and when it answers the phone; nothing if it does not say.
 */
export function ReplyAndHours({ isUrgent }: { isUrgent: boolean }) {
  const { t } = useTranslation();
  const { urgentReply, otherReply } = useCompany().times;
  const reply = isUrgent ? urgentReply : otherReply;
  return (
    <>
      {reply !== undefined && (
        <p data-company-reply>
          {t('times.reply')} {reply}
        </p>
      )}
      <HoursLines />
    </>
  );
}

/**
 * One line for each part of the week: `Monday – Friday: 09:00 to 18:00 in Germany, 11:00 to 20:00 in Riyadh`.
 * Lines break between times, not within one. Nothing without hours.
 * @param showsOwnTime whether `enhancement/page/local-hours.ts` adds the visitor's own time
 */
export function HoursLines({ showsOwnTime = true }: { showsOwnTime?: boolean }) {
  const { t } = useTranslation();
  const language = useFormLanguage();
  const { hours = [] } = useCompany().times;
  return hours
    .filter(({ periods }) => periods.length > 0)
    .map(({ days, periods }) => (
      <p key={days} data-company-hours>
        {days}:{' '}
        {periods.map(({ germany, riyadh }) => (
          <span key={germany} className="inline-block pe-2">
            <span className="inline-block">
              {t('times.period', timesOfPeriod(germany))} {t('times.germany')}
              {languages[language].comma}
            </span>{' '}
            <span className="inline-block">
              {t('times.period', timesOfPeriod(riyadh))} {t('times.riyadh')}
            </span>{' '}
            {showsOwnTime && (
              <span
                data-local-hours
                data-germany={germany}
                data-riyadh={riyadh}
                data-label={t('times.own', { hours: t('times.period', { from: '{{from}}', to: '{{to}}' }) })}
                className="inline-block"
              />
            )}
          </span>
        ))}
      </p>
    ));
}
