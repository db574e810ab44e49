import { useTranslation } from 'react-i18next';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { OfferView } from '../view/flight-view.ts';
import { BaggageByLeg } from './baggage-by-leg.tsx';
import { useBaggageText } from './use-baggage-text.ts';
import { useForTravellers } from './use-for-travellers.ts';

/**
 * One partner's offer with its booking link. Screen readers get a single sentence, as the name of a picture, instead of the
 * visible texts.
 */
export function OfferLine({
  offer,
  travellers,
  searchId,
  isSample,
  isMain = false,
  isExpired = false,
}: {
  offer: OfferView;
  /** Number of travellers that the price is for. */
  travellers: number;
  searchId: string;
  /** Whether the offer is a sample, which nobody can book. */
  isSample: boolean;
  /** Whether to emphasise the offer as the best one. */
  isMain?: boolean;
  /** Whether to hide the booking link. */
  isExpired?: boolean;
}) {
  const { t } = useTranslation('flights');
  const formatAllowance = useBaggageText(travellers);
  const gate = offer.gate || t('offer.unknown_gate');
  const forTravellers = useForTravellers(travellers)(offer);
  const sentence = t('offer.sentence', {
    price: offer.price,
    travellers: forTravellers,
    gate,
    baggage: formatAllowance(offer.baggage),
    hand: formatAllowance(offer.handBaggage),
  });
  return (
    <div className="grid gap-3">
      <div className="flight-offer">
        <div role="img" aria-label={sentence}>
          <div aria-hidden="true" className="grid gap-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className={isMain ? 'text-h2 font-semibold leading-none' : 'text-lead font-semibold'}>
                {offer.price}
              </span>{' '}
              <span className="text-small text-ink-muted">{forTravellers}</span>
            </p>
            <p className="text-small">
              <bdi>{gate}</bdi>
            </p>
          </div>
        </div>
        {!isExpired && <BookingPageLink offer={offer} searchId={searchId} isSample={isSample} isMain={isMain} />}
      </div>
      <dl aria-hidden="true" className="flight-baggage">
        <dt>{t('offer.baggage')}</dt>
        <dd>{formatAllowance(offer.baggage)}</dd>
        <dt>{t('offer.hand')}</dt>
        <dd>{formatAllowance(offer.handBaggage)}</dd>
      </dl>
      {offer.baggageByLeg && <BaggageByLeg legs={offer.baggageByLeg} travellers={travellers} />}
    </div>
  );
}

/**
 * Opens the hand-off page in a new tab. Only another click on that page requests the partner's link, so robots never
 * request it.
 */
function BookingPageLink({
  offer,
  searchId,
  isSample,
  isMain,
}: {
  offer: OfferView;
  searchId: string;
  isSample: boolean;
  isMain: boolean;
}) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const params = new URLSearchParams({ searchId, urlId: offer.fareId, locale: language });
  return (
    <a
      href={`/deeplink?${params.toString()}`}
      target="_blank"
      rel="nofollow noopener"
      className={`above-flight-link ${buttonClass(isMain ? 'primary' : 'secondary')}`}
    >
      {isSample ? t('offer.show') : t('offer.book')}
      <Icon name="external-link" className="mirrors" />
      <span className="visually-hidden">
        {t('offer.book_what', { price: offer.price, gate: offer.gate || t('offer.unknown_gate') })}
      </span>
    </a>
  );
}
