import { useTranslation } from 'react-i18next';
import type { PriceView } from '../view/flight-view.ts';

/** Returns a function that formats a price for display: `€1,240`, or `about €1,240` if it was converted. */
export function usePriceText(): (price: PriceView) => string {
  const { t } = useTranslation('flights');
  return ({ price, isApproximate }) => (isApproximate ? t('offer.about', { price }) : price);
}
