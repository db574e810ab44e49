import { Link, ScrollRestoration, useLocation } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { isolate } from '#app/i18n/format/bidi.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import { requestUrl } from '../model/request-url.ts';
import { ExpiredNotice } from '../parts/expired-notice.tsx';
import { OfferLine } from '../parts/offer-line.tsx';
import { SampleNotice } from '../parts/sample-notice.tsx';
import { useDirectionName } from '../parts/use-directions.ts';
import { useExpired } from '../parts/use-expired.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import { usePriceText } from '../parts/use-price-text.ts';
import { WarningTexts } from '../parts/warning-tags.tsx';
import type { ItineraryView, OfferView } from '../view/flight-view.ts';
import type { QueryView } from '../view/results-view.ts';
import type { FlightPageView } from './flight-page-view.ts';
import { SegmentDetail } from './segment-detail.tsx';

/**
 * The page of one flight, with every leg and every offer.
 * @param back URL of the list that the visitor came from
 */
export function FlightPage({ flight, back }: { flight: FlightPageView; back: string | undefined }) {
  const { t } = useTranslation('flights');
  const { problem, query, itineraries, isSample, searchId } = flight;
  const language = useLanguage();
  const heading = useHeadingFocus();
  const isSearchExpired = useExpired(flight.expiresIn, searchId) && itineraries.length > 0;
  const [first, ...others] = itineraries;
  const searchPath = pathIn(language, '/search/flights');
  // These offers may have expired before their search; `again` starts a new one even then.
  const searchAgainUrl = query
    ? `${searchPath}?${query.key}${first && problem ? '&again=1' : ''}`
    : (back ?? searchPath);
  return (
    <main id="content" className="page">
      <div className="grid gap-4">
        {back && (
          <Link to={back} className="inline-flex min-h-11 w-fit items-center gap-2 font-semibold text-action">
            <Icon name="chevron-left" className="mirrors" />
            {t('detail.back')}
          </Link>
        )}
        <h1 ref={heading} tabIndex={-1} className="text-h1">
          {query
            ? t('detail.title', { origin: isolate(query.origin.city), destination: isolate(query.destination.city) })
            : t('search_title')}
        </h1>
        {isSample && <SampleNotice />}
      </div>
      {(problem === 'expired' || isSearchExpired) && <ExpiredNotice searchAgainUrl={searchAgainUrl} />}
      {(problem === 'gone' || problem === 'offline') && (
        <Unavailable problem={problem} searchAgainUrl={searchAgainUrl} />
      )}
      {first && query && (
        <Itinerary itinerary={first} flight={{ ...flight, query }} isSearchExpired={isSearchExpired} />
      )}
      {first && (
        <p className="text-small text-ink-muted">
          {t('detail.note')} {t('detail.terms_note')} {t('state.shown', { count: flight.priceLifetimeMinutes })}{' '}
          {t('state.partner_price')}
        </p>
      )}
      {query && others.length > 0 && (
        <section aria-labelledby="others" className="grid gap-8">
          <h2 id="others" className="text-h2">
            {t('detail.other')}
          </h2>
          {others.map((itinerary) => (
            <Itinerary
              key={itinerary.id}
              itinerary={itinerary}
              flight={{ ...flight, query }}
              isSearchExpired={isSearchExpired}
            />
          ))}
        </section>
      )}
      <ScrollRestoration />
    </main>
  );
}

/** An itinerary: its legs in one column, and its fares in the other, grouped by partner and by what they include. */
function Itinerary({
  itinerary: { segments, partners },
  flight: { query, searchId, isSample, currency },
  isSearchExpired,
}: {
  itinerary: ItineraryView;
  flight: FlightPageView & { query: QueryView };
  isSearchExpired: boolean;
}) {
  const { t } = useTranslation('flights');
  const { travellers } = query;
  const nameDirection = useDirectionName(segments.length);
  const fare = (offer: OfferView, isMain: boolean) => (
    <div key={offer.fareId} className="grid gap-3">
      <OfferLine
        offer={offer}
        travellers={travellers}
        searchId={searchId}
        isSample={isSample}
        currency={currency}
        isMain={isMain}
        isFull
        isSearchExpired={isSearchExpired}
      />
      {(isSearchExpired || !offer.onRequest) && <RequestLink offer={offer} searchKey={query.key} searchId={searchId} />}
      <WarningTexts warnings={offer.warnings} />
    </div>
  );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem] lg:gap-10">
      <div className="grid gap-6">
        {segments.map((segment, index) => (
          <SegmentDetail key={index} segment={segment} direction={nameDirection(index)} />
        ))}
      </div>
      <section aria-label={t('detail.offers')} className="rounded-card bg-surface-raised p-5 shadow-raised">
        <h3 className="mb-4 text-h3">{t('detail.offers')}</h3>
        <ul className="grid gap-5">
          {partners.map(({ id, fares }, index) => (
            <li
              key={id}
              className={`lazy [--lazy-height:14rem] grid gap-5 ${index > 0 ? 'border-t border-line pt-5' : ''}`}
            >
              {fares.map(([cheapest, ...others]) => (
                <Fragment key={cheapest?.fareId}>
                  {cheapest && fare(cheapest, index === 0 && cheapest === fares[0]?.[0])}
                  {others.length > 0 && (
                    <details>
                      <summary className="disclosure">{t('offer.same', { count: others.length })}</summary>
                      <div className="grid gap-5 pt-2">{others.map((offer) => fare(offer, false))}</div>
                    </details>
                  )}
                </Fragment>
              ))}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** A link to the form that asks the company to book an offer. It remains after the offers have expired. */
function RequestLink({ offer, searchKey, searchId }: { offer: OfferView; searchKey: string; searchId: string }) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const formatPrice = usePriceText();
  return (
    <a
      href={requestUrl(language, searchKey, { searchId, fareId: offer.fareId })}
      rel="nofollow"
      className="inline-flex min-h-11 w-fit items-center font-semibold text-action underline"
    >
      {t('offer.ask')}
      <span className="visually-hidden">
        {t('offer.ask_what', { price: formatPrice(offer), gate: offer.gate || t('offer.unknown_gate') })}
      </span>
    </a>
  );
}

/** Explains why the flight cannot be shown and offers the next step. */
function Unavailable({ problem, searchAgainUrl }: { problem: 'gone' | 'offline'; searchAgainUrl: string }) {
  const { t } = useTranslation('flights');
  const { pathname, search } = useLocation();
  return (
    <Notice variant="problem">
      <h2>{problem === 'gone' ? t('detail.gone.title') : t('problem.offline.title')}</h2>
      <p>{problem === 'gone' ? t('detail.gone.text') : t('problem.offline.text')}</p>
      <p>
        {problem === 'gone' ? (
          // rel=nofollow: robots must not start searches.
          <a href={searchAgainUrl} rel="nofollow" className={buttonClass('primary')}>
            {t('detail.search_again')}
          </a>
        ) : (
          <a href={pathname + search} className={buttonClass('primary')}>
            {t('problem.again')}
          </a>
        )}
      </p>
      <ContactButtons />
    </Notice>
  );
}
