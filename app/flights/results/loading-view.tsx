import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FlightArc } from '#app/ui/flight-arc.tsx';

/**
 * Shown until the first results arrive: the route, a picture of the destination, and an explanation (spec, section 2).
 */
export function LoadingView({
  origin,
  destination,
  picture,
  children,
}: {
  /** IATA code; the page's heading has the city names. */
  origin: string;
  destination: string;
  /** Illustration of the destination. */
  picture: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation('flights');
  return (
    <section
      aria-labelledby="loading-heading"
      className="overflow-hidden rounded-card bg-surface-raised shadow-raised md:grid md:grid-cols-2"
    >
      <div className="grid content-center justify-items-center gap-4 p-6 text-center md:p-10">
        <div aria-hidden="true" className="flex w-full max-w-80 items-end justify-between gap-3">
          <bdi dir="ltr" className="shrink-0 whitespace-nowrap text-h2 font-semibold">
            {origin}
          </bdi>
          <FlightArc className="mb-3 h-auto min-w-0 shrink" />
          <bdi dir="ltr" className="shrink-0 whitespace-nowrap text-h2 font-semibold">
            {destination}
          </bdi>
        </div>
        <h2 id="loading-heading" className="text-h3">
          {t('loading.heading')}
        </h2>
        <p className="max-w-reading text-ink-muted">{t('loading.text')}</p>
        {children}
      </div>
      {picture}
    </section>
  );
}
