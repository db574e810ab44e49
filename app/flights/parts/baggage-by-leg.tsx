import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import type { OfferView } from '../view/flight-view.ts';
import { useBaggageText, useHandBaggageText } from './use-baggage-text.ts';

/** The allowances of each leg, shown if they differ. */
export function BaggageByLeg({
  legs,
  travellers,
}: {
  legs: NonNullable<OfferView['baggageByLeg']>;
  travellers: number;
}) {
  const { t } = useTranslation('flights');
  const formatAllowance = useBaggageText(travellers);
  const formatHandAllowance = useHandBaggageText(travellers);
  return (
    <details className="above-flight-link text-small">
      <summary className="disclosure">{t('offer.by_leg')}</summary>
      <ul className="grid gap-1">
        {legs.map(({ from, to, baggage, handBaggage }, index) => (
          <li key={index}>
            {t('offer.leg', { from: isolateLtr(from), to: isolateLtr(to) })}: {formatAllowance(baggage)}
            <span className="text-ink-muted">
              {' '}
              ({t('offer.hand')}: {formatHandAllowance(handBaggage)})
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
