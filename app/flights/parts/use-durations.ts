import { useTranslation } from 'react-i18next';

/**
 * Returns formatters for durations in minutes: `formatShort` for display (`9 h 40 min`), and `formatSpoken` for screen
 * readers (`9 hours 40 minutes`).
 */
export function useDurations() {
  const { t } = useTranslation('flights');
  const formatShort = (total: number): string => {
    const { hours, minutes } = toHoursAndMinutes(total);
    if (hours === 0) return t('duration.minutes', { minutes });
    return minutes === 0 ? t('duration.hours', { hours }) : t('duration.both', { hours, minutes });
  };
  const formatSpoken = (total: number): string => {
    const { hours, minutes } = toHoursAndMinutes(total);
    const words = {
      hours: t('duration_spoken.hours', { count: hours }),
      minutes: t('duration_spoken.minutes', { count: minutes }),
    };
    if (hours === 0) return words.minutes;
    return minutes === 0 ? words.hours : t('duration_spoken.both', words);
  };
  return { formatShort, formatSpoken };
}

function toHoursAndMinutes(total: number): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.round(total));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
