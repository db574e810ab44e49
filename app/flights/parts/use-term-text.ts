import { useTranslation } from 'react-i18next';
import type { FareTerm } from '../model/flight.ts';

/** Returns a function that says whether a ticket can be changed or refunded, or that this is not stated. */
export function useTermText(): (term?: FareTerm | 'unknown') => string {
  const { t } = useTranslation('flights');
  return (term = 'unknown') => t(`term.${term}`);
}
