import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { isolate } from '#app/i18n/format/bidi.ts';
import { Button, buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import { BaggageByLeg } from '../parts/baggage-by-leg.tsx';
import { SampleNotice } from '../parts/sample-notice.tsx';
import { SegmentRow } from '../parts/segment-row.tsx';
import { useBaggageText } from '../parts/use-baggage-text.ts';
import { useDirectionName } from '../parts/use-directions.ts';
import { usePriceText } from '../parts/use-price-text.ts';
import { useTermText } from '../parts/use-term-text.ts';
import { useTravellersText } from '../parts/use-travellers-text.ts';
import { WarningTexts } from '../parts/warning-tags.tsx';
import type { HandOffView } from './hand-off-view.ts';

/**
 * The last page before the partner's site. It shows the offer, its seller, and a button that leads there. It works
 * without JavaScript and without client-side React.
 */
export function HandOffPage({ handOff }: { handOff: HandOffView }) {
  switch (handOff.outcome) {
    case 'ready':
      return <Ready {...handOff} />;
    case 'form':
      return <PartnerForm {...handOff} />;
    default:
      return <Unavailable {...handOff} />;
  }
}

function Page({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="mx-auto grid w-full max-w-form gap-6 px-4 py-8 md:py-12">
      {children}
    </main>
  );
}

function Ready({
  offer,
  travellers,
  segments,
  age,
  listUrl,
  requestUrl,
  isSample,
  hasFailed,
}: Extract<HandOffView, { outcome: 'ready' }>) {
  const { t } = useTranslation('flights');
  const { t: tHandOff } = useTranslation('hand-off');
  const formatAllowance = useBaggageText(travellers);
  const formatTravellers = useTravellersText(travellers);
  const formatPrice = usePriceText();
  const formatTerm = useTermText();
  const nameDirection = useDirectionName(segments.length);
  const gate = offer.gate || t('offer.unknown_gate');
  const { pathname, search } = useLocation();
  return (
    <Page>
      {hasFailed && (
        <Notice variant="problem">
          <h2>{tHandOff('failed_title')}</h2>
          <p>{tHandOff('failed_text')}</p>
          <ContactButtons />
        </Notice>
      )}
      <h1 className="text-h1">{tHandOff('title')}</h1>
      {isSample ? (
        <SampleNotice />
      ) : (
        <p className="text-lead text-ink-muted">{tHandOff('lead', { gate: isolate(gate) })}</p>
      )}
      <div className="grid gap-6 rounded-card bg-surface-raised p-5 shadow-raised md:p-8">
        {segments.map((segment, index) => (
          <SegmentRow key={index} segment={segment} direction={nameDirection(index)} />
        ))}
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-5">
          <DetailRow term={tHandOff('price')}>
            <span className="text-h3 font-semibold">{formatPrice(offer)}</span>{' '}
            <span className="text-small text-ink-muted">{formatTravellers(offer)}</span>
            {offer.partnerPrice && <p>{t('offer.partner_price', { price: offer.partnerPrice })}</p>}
          </DetailRow>
          <DetailRow term={tHandOff('found')}>{tHandOff('age', { count: age })}</DetailRow>
          <DetailRow term={tHandOff('partner')}>
            <bdi>{gate}</bdi>
            {offer.seatsLeft && ` · ${t('offer.seats_left', { count: offer.seatsLeft })}`}
          </DetailRow>
          <DetailRow term={t('offer.baggage')}>{formatAllowance(offer.baggage)}</DetailRow>
          <DetailRow term={t('offer.hand')}>{formatAllowance(offer.handBaggage)}</DetailRow>
          <DetailRow term={t('offer.change')}>{formatTerm(offer.change)}</DetailRow>
          <DetailRow term={t('offer.refund')}>{formatTerm(offer.refund)}</DetailRow>
          {offer.fareName && (
            <DetailRow term={t('offer.fare')}>
              <bdi>{offer.fareName}</bdi>
            </DetailRow>
          )}
        </dl>
        {offer.baggageByLeg && <BaggageByLeg legs={offer.baggageByLeg} travellers={travellers} />}
        {offer.warnings.length > 0 && (
          <section aria-labelledby="must-know" className="grid gap-3">
            <h2 id="must-know" className="text-h3">
              {tHandOff('must_know')}
            </h2>
            <WarningTexts warnings={offer.warnings} />
          </section>
        )}
        {isSample ? (
          <div className="grid gap-4">
            <p>{tHandOff('sample_text')}</p>
            <ContactButtons />
          </div>
        ) : (
          // Posts to the same URL, so that only pressing the button requests the partner's link. Some text browsers
          // need the explicit action to keep the query (w3m), or a named control to send a form (lynx).
          <form method="post" action={pathname + search}>
            <Button type="submit" variant="primary" name="go" value="partner" className="w-full">
              {tHandOff('go', { gate: isolate(gate) })}
              <Icon name="external-link" className="mirrors" />
            </Button>
          </form>
        )}
      </div>
      <p className="flex flex-wrap gap-3">
        <a href={requestUrl} rel="nofollow" className={buttonClass(isSample ? 'primary' : 'secondary')}>
          {t('offer.ask')}
        </a>{' '}
        <a href={listUrl} rel="nofollow" className={buttonClass('secondary')}>
          {tHandOff('to_list')}
        </a>
      </p>
    </Page>
  );
}

function DetailRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The page for partners that require a POST form instead of a link. */
function PartnerForm({ gate, url, params, minutes }: Extract<HandOffView, { outcome: 'form' }>) {
  const { t } = useTranslation('flights');
  const { t: tHandOff } = useTranslation('hand-off');
  const name = gate || t('offer.unknown_gate');
  return (
    <Page>
      <h1 className="text-h1">{tHandOff('title')}</h1>
      <p role="status" className="text-lead">
        {tHandOff('going')} {minutes !== undefined && tHandOff('valid', { count: minutes })}
      </p>
      <form method="post" action={url} data-auto-submit>
        {params.map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        {/* lynx needs a named control. The button has a name only if the partner's own fields do not provide one. */}
        <Button type="submit" variant="primary" {...(params.length === 0 && { name: 'go', value: 'partner' })}>
          {tHandOff('go', { gate: isolate(name) })}
          <Icon name="external-link" className="mirrors" />
        </Button>
      </form>
    </Page>
  );
}

/** Explains why the booking cannot continue and links to the list. */
function Unavailable(handOff: Exclude<HandOffView, { outcome: 'ready' | 'form' }>) {
  const { t } = useTranslation('flights');
  const { t: tHandOff } = useTranslation('hand-off');
  const minutes = handOff.outcome === 'limited' ? Math.ceil(handOff.retryAfter / 60) : 0;
  const { title, text } = {
    missing: { title: tHandOff('missing'), text: tHandOff('missing_text') },
    expired: { title: t('detail.expired.title'), text: t('detail.expired.text') },
    gone: { title: tHandOff('gone_title'), text: tHandOff('gone_text') },
    limited: { title: t('problem.limited.title'), text: t('problem.limited.text', { minutes }) },
  }[handOff.outcome];
  return (
    <Page>
      <h1 className="text-h1">{title}</h1>
      <p className="text-lead">{text}</p>
      <p>
        <a href={handOff.listUrl} rel="nofollow" className={buttonClass('primary')}>
          {handOff.outcome === 'expired' ? t('detail.search_again') : tHandOff('to_list')}
        </a>
      </p>
      <ContactButtons />
    </Page>
  );
}
