import { useTranslation } from 'react-i18next';
import type { PriceView } from '../view/flight-view.ts';

/** Returns a function that says whether a price is exact: `€1,240`, or `about €1,240` if it was converted. */
export function usePriceText(): (price: PriceView) => string {
  const { t } = useTranslation('flights');
  return ({ price, isAbout }) => (isAbout ? t('offer.about', { price }) : price);
}
