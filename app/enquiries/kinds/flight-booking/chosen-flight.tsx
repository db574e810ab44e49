import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatButton } from '#app/company/contact-buttons.tsx';
import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import { formatIsoDate, formatTimestampInBerlin } from '#app/i18n/format/dates.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { cabins, type JourneyPreset } from './flight-booking-fields.ts';

/**
 * The flight that a request is about, as it will be stored with the request, and a button to send it by WhatsApp
 * instead. Render it only on the server, which formats the time.
 */
export function ChosenFlight({ journey }: { journey: JourneyPreset }) {
  const { t } = useTranslation('flight-booking');
  const language = useLanguage();
  const { origin = '', destination = '', flights = '', price, seller, sample } = journey;
  const seenAt = Number(journey.price_seen_at);
  const cabin = cabins.find((code) => code === journey.cabin);
  const isShown = (count: string | undefined) => count !== undefined && count !== '0';
  const route = t('flight.route', { origin: isolate(origin), destination: isolate(destination) });
  const details: [term: string, value: string | undefined][] = [
    [t('flight.price'), price && isolateLtr(price)],
    [t('flight.seller'), seller && isolate(seller)],
    [
      t('flight.seen'),
      Number.isSafeInteger(seenAt)
        ? t('flight.german_time', { moment: formatTimestampInBerlin(seenAt, language) })
        : undefined,
    ],
    ...(['adults', 'children', 'infants'] as const).map((name): [string, string | undefined] => [
      t(`form.${name}`),
      isShown(journey[name]) ? journey[name] : undefined,
    ]),
    [t('form.cabin'), cabin && t(`cabin.${cabin}`)],
  ];
  return (
    <section aria-labelledby="chosen-flight-heading" className="grid gap-4 rounded-card border border-line p-5">
      <h3 id="chosen-flight-heading" className="text-h3">
        {route}
      </h3>
      {sample && <p className="rounded border border-warning bg-warning-soft p-3 text-small">{t('flight.sample')}</p>}
      <ul className="grid gap-2">
        {flights.split(/\r?\n/).map((line) => (
          <li key={line}>
            <Leg line={line} />
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {details.map(
          ([term, value]) =>
            value && (
              <Fragment key={term}>
                <dt className="text-ink-muted">{term}</dt> <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      <p className="text-small text-ink-muted">{t('flight.price_note')}</p>
      <p className="no-print flex flex-wrap items-center gap-3 text-small">
        {t('flight.chat')}{' '}
        <ChatButton
          className={`${buttonClass('secondary')} !px-3`}
          text={t('flight.chat_text', { route, flights, price: price ?? '' })}
        />
      </p>
    </section>
  );
}

/** One leg: `RUH 17:00 → IST 20:45`, with its day and flight number below. Any other line is shown unchanged. */
function Leg({ line }: { line: string }) {
  const language = useLanguage();
  const [, number, day, route] = /^(.+) · (\d{4}-\d\d-\d\d) · (.+)$/.exec(line) ?? [];
  if (number === undefined || day === undefined || route === undefined) return line;
  return (
    <>
      <bdi dir="ltr" className="inline-block font-semibold">
        {route}
      </bdi>{' '}
      <span className="block text-small text-ink-muted">
        {formatIsoDate(day, language)} · <bdi dir="ltr">{number}</bdi>
      </span>
    </>
  );
}
