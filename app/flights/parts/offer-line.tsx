import { useTranslation } from 'react-i18next';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { Currency } from '../model/currency.ts';
import type { OfferView } from '../view/flight-view.ts';
import { BaggageByLeg } from './baggage-by-leg.tsx';
import { useBaggageText, useHandBaggageText } from './use-baggage-text.ts';
import { usePriceText } from './use-price-text.ts';
import { useTermText } from './use-term-text.ts';
import { useTravellersText } from './use-travellers-text.ts';

/**
 * One partner's offer with its booking link. Screen readers get a single sentence, as the label of an image, instead of
 * the visible texts.
 */
export function OfferLine({
  offer,
  travellers,
  searchId,
  isSample,
  currency,
  isMain = false,
  isFull = false,
  isSearchExpired = false,
}: {
  offer: OfferView;
  /** Number of travellers that the price is for. */
  travellers: number;
  searchId: string;
  /** Whether the offer is a sample, which nobody can book. */
  isSample: boolean;
  /** The currency that the visitor has chosen, if any. */
  currency: Currency | undefined;
  /** Whether to show every detail, including those that are not stated. */
  isFull?: boolean;
  /** Whether to emphasise the offer as the best one. */
  isMain?: boolean;
  /** Whether the whole search has expired; hides the booking link. */
  isSearchExpired?: boolean;
}) {
  const { t } = useTranslation('flights');
  const formatAllowance = useBaggageText(travellers);
  const formatHandAllowance = useHandBaggageText(travellers);
  const gate = offer.gate || t('offer.unknown_gate');
  const travellersText = useTravellersText(travellers)(offer);
  const price = usePriceText()(offer);
  const formatTerm = useTermText();
  const hasTerms = isFull || offer.change !== undefined || offer.refund !== undefined;
  const terms = { change: formatTerm(offer.change), refund: formatTerm(offer.refund) };
  const { seatsLeft: count, lacksSeats } = offer;
  const seats = count && (lacksSeats ? t('offer.seats_too_few', { count }) : t('offer.seats_left', { count }));
  const sentences = [
    t('offer.sentence', {
      price,
      travellers: travellersText,
      gate,
      baggage: formatAllowance(offer.baggage),
      hand: formatHandAllowance(offer.handBaggage),
    }),
    ...(offer.partnerPrice ? [`${t('offer.partner_price', { price: offer.partnerPrice })}.`] : []),
    ...(hasTerms ? [t('offer.terms_sentence', terms)] : []),
    ...(seats ? [`${seats}.`] : []),
  ];
  return (
    <>
      <div className="flight-offer">
        <div role="img" aria-label={sentences.join(' ')}>
          <div aria-hidden="true">
            <p className={isMain ? 'flight-price text-h2' : 'flight-price text-lead'}>
              <strong>{price}</strong> <span>{travellersText}</span>
            </p>
            {offer.partnerPrice && (
              <p className="text-small">{t('offer.partner_price', { price: offer.partnerPrice })}</p>
            )}
            <p className="text-small">
              <bdi>{gate}</bdi>
              {!lacksSeats && seats && ` · ${seats}`}
            </p>
            {lacksSeats && <p className="text-small font-semibold text-warning">{seats}</p>}
          </div>
        </div>
        {!isSearchExpired &&
          (offer.hasExpired ? (
            <p className="font-semibold text-warning">{t('offer.expired')}</p>
          ) : (
            <BookingPageLink
              offer={offer}
              price={price}
              searchId={searchId}
              currency={currency}
              isSample={isSample}
              isMain={isMain}
            />
          ))}
      </div>
      <dl aria-hidden="true" className="flight-baggage">
        <dt>{t('offer.baggage')}</dt>
        <dd>{formatAllowance(offer.baggage)}</dd>
        <dt>{t('offer.hand')}</dt>
        <dd>{formatHandAllowance(offer.handBaggage)}</dd>
        {hasTerms && (
          <>
            <dt>{t('offer.change')}</dt>
            <dd>{terms.change}</dd>
            <dt>{t('offer.refund')}</dt>
            <dd>{terms.refund}</dd>
          </>
        )}
        {offer.fareName && (
          <>
            <dt>{t('offer.fare')}</dt>
            <dd>
              <bdi>{offer.fareName}</bdi>
            </dd>
          </>
        )}
      </dl>
      {offer.baggageByLeg && <BaggageByLeg legs={offer.baggageByLeg} travellers={travellers} />}
    </>
  );
}

/**
 * Opens the hand-off page in a new tab. Only another click on that page requests the partner's link, so robots never
 * request it. If only our staff can book the fare, the hand-off leads to our own form, in this tab.
 */
function BookingPageLink({
  offer,
  price,
  searchId,
  currency,
  isSample,
  isMain,
}: {
  offer: OfferView;
  /** The price as shown. */
  price: string;
  searchId: string;
  currency: Currency | undefined;
  isSample: boolean;
  isMain: boolean;
}) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const params = new URLSearchParams({
    searchId,
    urlId: offer.fareId,
    locale: language,
    ...(currency && { currency }),
  });
  const href = `/deeplink?${params.toString()}`;
  const className = `above-flight-link ${buttonClass(isMain ? 'primary' : 'secondary')}`;
  if (offer.onRequest) {
    return (
      <a href={href} rel="nofollow" className={className}>
        {t('offer.ask')}
        <span className="visually-hidden">
          {t('offer.ask_what', { price, gate: offer.gate || t('offer.unknown_gate') })}
        </span>
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="nofollow noopener" className={className}>
      {isSample ? t('offer.show') : t('offer.book')}
      <Icon name="external-link" className="mirrors" />
      <span className="visually-hidden">{t('offer.book_what', { price })}</span>
    </a>
  );
}
