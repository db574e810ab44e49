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
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const offer = { offer: card.offer, travellers, searchId, isSample, currency, isSearchExpired };
  const { offerCount, partnerCount } = card;
  return (
    <li className="lazy flight-card">
      <SegmentRows card={card} />
      <WarningTags warnings={card.offer.warnings} />
      <div>
        <RenderedOnce id={() => `offer ${language} ${JSON.stringify([offer, offerCount, partnerCount])}`}>
          <OfferLine {...offer} isMain />
          {offerCount > 1 && (
            <p className="text-small">
              {t('offer.all', {
                offers: t('offer.offers', { count: offerCount }),
                partners: t('offer.partners', { count: partnerCount }),
              })}
            </p>
          )}
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

/** A link to an itinerary's page, which covers the element around it. Each link has a unique name. */
export function FlightLink({ card: { segments }, href }: { card: FlightCardView; href: string }) {
  const { t } = useTranslation('flights');
  const route = segments.map(({ from, departs, to, arrives }) => `${from.code} ${departs}, ${to.code} ${arrives}`);
  return (
    <Link to={href} prefetch="none" discover="none" className="flight-link">
      {t('offer.details')}
      <span className="visually-hidden">{`: ${route.join('; ')}`}</span>
    </Link>
  );
}
