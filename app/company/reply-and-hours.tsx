import { useTranslation } from 'react-i18next';
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
 * One line for each part of the week: `Monday – Friday: 09:00–18:00 in Germany, 11:00–20:00 in Riyadh`.
 * `enhancement/page/local-hours.ts` adds the visitor's own time. Nothing without hours.
 */
export function HoursLines() {
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
            <bdi dir="ltr">{germany}</bdi> {t('times.germany')}
            {languages[language].comma}
            <bdi dir="ltr">{riyadh}</bdi> {t('times.riyadh')}
            <span
              data-local-hours
              data-germany={germany}
              data-riyadh={riyadh}
              data-label={t('times.own', { hours: '{{hours}}' })}
            />
          </span>
        ))}
      </p>
    ));
}
