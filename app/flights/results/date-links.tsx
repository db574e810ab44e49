import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { ListQuery } from '../model/list-query.ts';
import { type DateField, dateFields, daysLater } from '../model/other-days.ts';
import { resultsUrl } from '../model/results-url.ts';
import type { ResultsView } from '../view/results-view.ts';

/**
 * Links to the same search a day earlier or later, for both dates; a disclosure contains those two or three days away.
 * They start searches, so robots must not follow them.
 */
export function DateLinks({ results: { query, list, otherDays } }: { results: ResultsView }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const fields = dateFields.filter((field) => otherDays[field].length > 0);
  const href = (field: DateField, shift: number) => {
    const params = new URLSearchParams(query.key);
    params.set(field, daysLater(params.get(field) ?? '', shift));
    return resultsUrl(language, params.toString(), { ...list, page: 1 } satisfies ListQuery);
  };
  const rows = (isShown: (shift: number) => boolean) =>
    fields.map((field) => (
      <div key={field} className="date-links">
        <p>{field === 'depart_date' ? t('segment.outbound') : t('segment.return')}</p>
        <ul>
          {otherDays[field]
            .filter(({ shift }) => isShown(shift))
            .map(({ shift, day }) => (
              <li key={shift}>
                <Link to={href(field, shift)} rel="nofollow" prefetch="none">
                  {shift === -1 && <Icon name="chevron-left" className="mirrors" />}
                  <span>
                    {Math.abs(shift) === 1 && (
                      <span className="visually-hidden">{shift < 0 ? t('days.earlier') : t('days.later')} </span>
                    )}
                    <bdi>{day}</bdi>
                  </span>
                  {shift === 1 && <Icon name="chevron-right" className="mirrors" />}
                </Link>
              </li>
            ))}
        </ul>
      </div>
    ));
  return (
    <nav aria-label={t('days.label')} className="grid gap-1.5">
      {rows((shift) => Math.abs(shift) === 1)}
      <details>
        <summary className="disclosure">{t('days.more')}</summary>
        <div className="grid gap-1.5 pb-2">{rows((shift) => Math.abs(shift) > 1)}</div>
      </details>
    </nav>
  );
}
