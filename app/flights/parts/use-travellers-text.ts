import { useTranslation } from 'react-i18next';
import type { OfferView } from '../view/flight-view.ts';

/** Returns a function that says whom an offer's price is for: `for 5 travellers, about $484 each`. */
export function useTravellersText(travellers: number): (offer: OfferView) => string {
  const { t } = useTranslation('flights');
  return ({ priceEach }) =>
    t('offer.for_travellers', { count: travellers }) +
    (priceEach ? t('offer.each_traveller', { each: priceEach }) : '');
}
