import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/icon.tsx';
import { type Warning, warnings } from '../model/flight.ts';
import { OfferLine } from '../parts/offer-line.tsx';
import { SegmentRow } from '../parts/segment-row.tsx';
import { WarningTags } from '../parts/warning-tags.tsx';
import type { FlightCardView } from '../view/flight-view.ts';

/** One connection in the list. The whole card links to the flight's page, except for its buttons. */
export function FlightCard({
  card,
  travellers,
  searchId,
  href,
  isSample,
  isExpired,
}: {
  card: FlightCardView;
  /** Number of travellers that the prices are for. */
  travellers: number;
  searchId: string;
  href: string;
  isSample: boolean;
  isExpired: boolean;
}) {
  const { t } = useTranslation('flights');
  const cardWarnings = new Set<Warning>(card.warnings.flat());
  return (
    <li className="lazy flight-card">
      <div className="grid gap-4">
        {card.segments.map((segment, index) => (
          <div key={index} className={index > 0 ? 'border-t border-line pt-4' : undefined}>
            <SegmentRow segment={segment} direction={index === 0 ? 'outbound' : 'return'} />
          </div>
        ))}
      </div>
      <WarningTags warnings={warnings.filter((warning) => cardWarnings.has(warning))} />
      <div className="mt-auto grid gap-3 border-t border-line pt-4">
        <OfferLine
          offer={card.offer}
          travellers={travellers}
          searchId={searchId}
          isSample={isSample}
          isMain
          isExpired={isExpired}
        />
        {card.offerCount > 1 && (
          <p className="text-small">
            {t('offer.all', {
              offers: t('offer.offers', { count: card.offerCount }),
              partners: t('offer.partners', { count: card.partnerCount }),
            })}
          </p>
        )}
        <Link to={href} prefetch="none" className="flight-link">
          {t('offer.details')}
          {/* Each of the links on a page needs its own accessible name. */}
          <span className="visually-hidden">
            :{' '}
            {card.segments
              .map(({ from, departs, to, arrives }) => `${from.code} ${departs}, ${to.code} ${arrives}`)
              .join('; ')}
          </span>
          <Icon name="chevron-right" className="mirrors" />
        </Link>
      </div>
    </li>
  );
}
