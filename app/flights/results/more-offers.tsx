import { useTranslation } from 'react-i18next';
import { usePriceText } from '../parts/use-price-text.ts';
import type { MoreOffersView } from '../view/flight-view.ts';

/**
 * All offers for an itinerary besides the best one: each partner with its prices. What each fare includes, and where to
 * book it, is on the flight's page.
 */
export function MoreOffers({ more }: { more: MoreOffersView[] }) {
  const { t } = useTranslation('flights');
  const formatPrice = usePriceText();
  const offers = more.reduce((sum, { prices }) => sum + prices.length, 0);
  return (
    <details className="more-offers">
      <summary className="disclosure">
        {t('offer.more', {
          offers: t('offer.offers', { count: offers }),
          partners: t('offer.partners', { count: more.length }),
        })}
      </summary>
      <dl>
        {more.map(({ gate, prices }, index) => (
          <div key={index}>
            <dt>
              <bdi>{gate || t('offer.unknown_gate')}</bdi>
            </dt>
            {prices.map((price, at) => (
              <dd key={at}>{formatPrice(price)}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
