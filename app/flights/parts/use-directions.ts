import { useTranslation } from 'react-i18next';

/**
 * Returns a function that names a direction of a journey by its index: outbound and return, or the number if there are
 * more than two.
 */
export function useDirectionName(count: number): (index: number) => string {
  const { t } = useTranslation('flights');
  return (index) => {
    if (count > 2) return t('segment.number', { number: index + 1, total: count });
    return index === 0 ? t('segment.outbound') : t('segment.return');
  };
}
