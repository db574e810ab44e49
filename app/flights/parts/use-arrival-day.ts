import { useTranslation } from 'react-i18next';

/**
 * Returns a function that says on which day a flight arrives, if it is not the day on which it leaves: `arrives the next
 * day`.
 * @param daysLater difference of the local dates; less than 0 across the date line
 */
export function useArrivalDay(): (daysLater: number) => string {
  const { t } = useTranslation('flights');
  return (daysLater) =>
    daysLater > 0 ? t('segment.arrives_later', { count: daysLater }) : t('segment.arrives_earlier');
}
