import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#app/i18n/use-language.ts';
import { RenderedOnce } from '#app/ui/rendered-once.tsx';
import type { Currency } from '../model/currency.ts';
import { OfferLine } from '../parts/offer-line.tsx';
import { SegmentRow } from '../parts/segment-row.tsx';
import { useDirectionName } from '../parts/use-directions.ts';
import { WarningTags } from '../parts/warning-tags.tsx';
import type { FlightCardView } from '../view/flight-view.ts';
import { MoreOffers } from './more-offers.tsx';

/** One itinerary in the list. The whole card links to the flight's page, except for its buttons. */
export function FlightCard({
  card,
  travellers,
  searchId,
  currency,
  href,
  isSample,
  isSearchExpired,
}: {
  card: FlightCardView;
  /** Number of travellers that the prices are for. */
  travellers: number;
  searchId: string;
  /** The currency that the visitor has chosen, if any. */
  currency: Currency | undefined;
  href: string;
  isSample: boolean;
  isSearchExpired: boolean;
}) {
  const language = useLanguage();
  const offer = { offer: card.offer, travellers, searchId, isSample, currency, isSearchExpired };
  const { more } = card;
  return (
    <li className="lazy flight-card">
      <SegmentRows card={card} />
      <WarningTags warnings={card.offer.warnings} />
      <div>
        <RenderedOnce id={() => `offer ${language} ${JSON.stringify([offer, more])}`}>
          <OfferLine {...offer} isMain />
          {more && <MoreOffers more={more} />}
        </RenderedOnce>
        <FlightLink card={card} href={href} />
      </div>
    </li>
  );
}

/** All directions of an itinerary, which visitors with the same search see in lists with different filters. */
export function SegmentRows({ card: { segments } }: { card: FlightCardView }) {
  const language = useLanguage();
  const nameDirection = useDirectionName(segments.length);
  return (
    <RenderedOnce id={() => `segments ${language} ${JSON.stringify(segments)}`}>
      {segments.map((segment, index) => (
        <SegmentRow key={index} segment={segment} direction={nameDirection(index)} />
      ))}
    </RenderedOnce>
  );
}

/**
 * A link to an itinerary's page, which covers the element around it. Each link has a unique name: the times of departure,
 * or of departure and arrival if several itineraries leave together.
 */
export function FlightLink({ card: { segments, itineraryId }, href }: { card: FlightCardView; href: string }) {
  const { t } = useTranslation('flights');
  const route = segments.map(({ from, departs, to, arrives }) =>
    itineraryId ? `${from.code} ${departs}, ${to.code} ${arrives}` : `${from.code} ${departs}`,
  );
  return (
    <Link to={href} prefetch="none" discover="none" className="flight-link">
      {t('offer.details')}
      <span className="visually-hidden">{`: ${route.join('; ')}`}</span>
    </Link>
  );
}
