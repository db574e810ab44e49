import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { HoursLines } from '#app/company/reply-and-hours.tsx';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { formatFileSize } from '#app/i18n/format/file-size.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { JourneyFigure } from '#app/places/journey/journey-figure.tsx';
import type { JourneyView } from '#app/places/journey/journey-view.ts';
import { FlightArc } from '#app/ui/flight-arc.tsx';
import { LineIcon } from '#app/ui/icon.tsx';
import type { IconName } from '#app/ui/icon-names.ts';
import { StaticPart } from '#app/ui/static-part.tsx';
import type { ProgressState } from '../progress/progress.ts';
import { formatReference } from '../reference.ts';
import { OtherPages } from './other-pages.tsx';
import { bookingType, type ReceiptView, type SummaryRow } from './receipt-view.ts';

/** Icons for states that do not use the check mark. */
const progressIcons: Partial<Record<ProgressState, IconName>> = { called: 'phone', waiting: 'info' };

/**
 * The receipt of an enquiry: its reference, state and content, and the next steps.
 * @param journey the journey at a glance, if both of its places are recognised
 * @param children what follows the state: the company's messages, if there are any
 */
export function Receipt({
  receipt,
  journey,
  children,
}: {
  receipt: ReceiptView;
  journey: JourneyView | undefined;
  children?: ReactNode;
}) {
  const { t } = useTranslation('receipt');
  const company = useCompany();
  const { reference, rows, contact, receiptType, files, receivedAt, progress, state, additions } = receipt;
  const phone = isolateLtr(contact.phone);
  const booking = bookingType(receipt);
  const isAnswered = progress?.state === 'answered' || progress?.state === 'closed';
  return (
    <>
      {/* Printing omits backgrounds, so white text would be invisible. */}
      <section className="grid gap-2 rounded-card bg-surface-deep p-6 text-ink-inverse md:p-8 print:border print:border-ink print:bg-transparent print:text-ink">
        <div className="flex items-start justify-between gap-4">
          <h2 className="text-body">{t('reference')}</h2>
          <FlightArc className="no-print h-auto w-28" />
        </div>
        <p className="text-h1 font-semibold">
          <bdi dir="ltr">{formatReference(reference)}</bdi>
        </p>
        <p>{t('reference_hint')}</p>
        <div className="grid gap-2 border-t border-ink-muted pt-4">
          {progress && (
            <p className="flex items-start gap-2">
              <LineIcon name={progressIcons[progress.state] ?? 'circle-check'} />
              {t(`progress.now.${progress.state}`)}
            </p>
          )}
          {!(progress && state === 'delivered') && (
            <p className="flex items-start gap-2">
              <LineIcon name={state === 'refused' ? 'circle-alert' : 'circle-check'} />
              {t(`state.${state}`)}
            </p>
          )}
        </div>
      </section>

      {children}

      {progress && (
        <section className="grid gap-4 rounded-card bg-surface-raised p-6 shadow-raised md:p-8">
          <h2 className="text-h3">{t('progress.heading')}</h2>
          <dl className="grid gap-4">
            <DescriptionRow term={t('german_time', { moment: receivedAt })}>{t('progress.received')}</DescriptionRow>
            {progress.events.map((event, index) => (
              <DescriptionRow key={index} term={t('german_time', { moment: event.at })}>
                {t(`progress.event.${event.state}`)}
              </DescriptionRow>
            ))}
          </dl>
        </section>
      )}

      <section className="grid gap-4 rounded-card bg-surface-raised p-6 shadow-raised md:p-8">
        <h2 className="text-h3">{t('received')}</h2>
        <dl className="grid gap-4">
          {rows.map((row) => (
            <DescriptionRow key={row.label} term={t(`row.${row.label}`)}>
              <RowText row={row} />
              {row.note && <p className="text-small text-ink-muted">{row.note}</p>}
              {row.label === 'email' && !receipt.canBeMailed && <p>{t('mail.impossible')}</p>}
            </DescriptionRow>
          ))}
          {!booking && (
            <DescriptionRow term={t('files')}>
              {files.length === 0 ? t('no_files') : <FileList files={files} />}
            </DescriptionRow>
          )}
          <DescriptionRow term={t('received_at')}>{t('german_time', { moment: receivedAt })}</DescriptionRow>
        </dl>
      </section>

      {journey && <JourneyFigure journey={journey} />}

      {additions.entries.length > 0 && (
        <section className="grid gap-4 rounded-card bg-surface-raised p-6 shadow-raised md:p-8">
          <h2 id="later" className="text-h3">
            {t('later.heading')}
          </h2>
          <OtherPages list="later" page={additions} anchor="later" />
          <dl className="grid gap-4">
            {additions.entries.map(({ isCorrection, at, text, files: addedFiles, state: additionState }, index) => (
              <DescriptionRow key={index} term={t('german_time', { moment: at })}>
                {isCorrection && <p>{t('later.correction')}</p>}
                {text !== undefined && (
                  <p dir="auto" className="mixed-lines">
                    {text}
                  </p>
                )}
                {addedFiles.length > 0 && <FileList files={addedFiles} />}
                {additionState && (
                  <p className="text-small text-ink-muted">
                    {additionState === 'delivered' ? t('later.delivered') : t('later.waiting')}
                  </p>
                )}
              </DescriptionRow>
            ))}
          </dl>
        </section>
      )}

      <section className="grid gap-4">
        {!isAnswered && (
          <>
            <h2 className="text-h3">{t('next')}</h2>
            <ol className="grid list-decimal gap-2 ps-6">
              {!progress && <li>{booking ? t(`booking.${booking}.next_read`) : t('next_read')}</li>}
              <li>{receipt.canBeMailed ? t('next_call', { phone }) : t('next_call_only', { phone })}</li>
              {receipt.replyTime !== undefined && <li>{t('next_reply', { time: receipt.replyTime })}</li>}
              {receiptType === 'flight' && <li>{t('next_offer')}</li>}
              {booking && <li>{t(`booking.${booking}.next_offer`)}</li>}
            </ol>
          </>
        )}
        <p className="font-semibold">{t('urgent')}</p>
        <p className="hidden print:block">
          {company.name}: <bdi dir="ltr">{company.phone}</bdi>, <bdi>{company.email}</bdi>
        </p>
        <StaticPart id="phone-hours">{import.meta.env.SSR && <HoursLines />}</StaticPart>
        <ContactButtons chatText={t('chat_text', { reference: isolateLtr(formatReference(reference)) })} />
        <p className="text-small text-ink-muted">{t('keep')}</p>
      </section>
    </>
  );
}

function FileList({ files }: { files: ReceiptView['files'] }) {
  const { t } = useTranslation('receipt');
  const language = useFormLanguage();
  return (
    <ul className="grid gap-1">
      {files.map(({ name, size, isInfected }, index) => (
        <li key={index} className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="min-w-0 break-words">{name}</bdi>
          <bdi className="text-small text-ink-muted">{formatFileSize(size, language)}</bdi>
          {isInfected && <p className="basis-full text-small">{t('file_stopped')}</p>}
        </li>
      ))}
    </ul>
  );
}

/** The text of a row in its writing direction. */
function RowText({ row: { variant, text } }: { row: SummaryRow }) {
  switch (variant) {
    case 'multilineText':
      return (
        <p dir="auto" className="whitespace-pre-line">
          {text}
        </p>
      );
    case 'ltr':
      return <bdi dir="ltr">{text}</bdi>;
    case 'text':
      return <bdi>{text}</bdi>;
    case 'siteText':
      return text;
  }
}

/** A term and its description in a list. */
function DescriptionRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-line pt-3 md:grid-cols-[12rem_1fr] md:gap-4">
      <dt className="text-ink-muted">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
