import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import type { JourneyView } from '#app/places/journey/journey-view.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { PrintButton } from '#app/ui/controls/print-button.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { FormActionData } from '../form-action-data.ts';
import { formatReference } from '../reference.ts';
import { AddDocumentsForm, DocumentsErrorSummary, useDocumentsForm } from './additions/add-documents-form.tsx';
import { AnswerErrorSummary, AnswerForm, useAnswerForm } from './additions/answer-form.tsx';
import { ContactDetailsForm, DetailsErrorSummary, useDetailsForm } from './additions/contact-details-form.tsx';
import { DeskMessages } from './desk-messages.tsx';
import { LinkSettings } from './link-settings.tsx';
import { OtherPages } from './other-pages.tsx';
import { Receipt } from './receipt.tsx';
import { bookingType, type ReceiptFlashMessage, type ReceiptView } from './receipt-view.ts';
import { SentDialog } from './sent-dialog.tsx';

interface ReceiptPageProps {
  receipt: ReceiptView;
  /** The journey at a glance, if both of its places are recognised. */
  journey: JourneyView | undefined;
  /** The flash message that confirms what has just been sent. */
  flashMessage: ReceiptFlashMessage | undefined;
  actionData: FormActionData | undefined;
}

/** A receipt with all its actions. */
export function ReceiptPage({ receipt, journey, flashMessage, actionData }: ReceiptPageProps) {
  const { t } = useTranslation('receipt');
  const documents = useDocumentsForm(actionData);
  const answer = useAnswerForm(actionData);
  const details = useDetailsForm(actionData);
  const { pathname } = useLocation();
  const language = useFormLanguage();
  const { latestMessage, earlierMessages, limits } = receipt;
  const booking = bookingType(receipt);
  const hasMessages = latestMessage !== undefined;
  const message = useFlashText(flashMessage, receipt.receiptType === 'message');
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      <div className="[&:empty]:hidden">
        {hasMessages ? (
          <AnswerErrorSummary form={answer} limits={limits} />
        ) : (
          <DocumentsErrorSummary form={documents} limits={limits} />
        )}
        <DetailsErrorSummary form={details} />
      </div>
      {message && (
        <Notice>
          <p>{message}</p>
        </Notice>
      )}
      {flashMessage === 'sent_without_files' && <FilesNotStored reference={formatReference(receipt.reference)} />}
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-h1">
          {booking ? t(`booking.${booking}.heading`) : t('heading')}
        </h1>
        {!booking && receipt.receiptType !== 'service' && <p className="text-lead text-ink-muted">{t('wish')}</p>}
      </div>
      <Receipt receipt={receipt} journey={journey}>
        {latestMessage && (
          <>
            <DeskMessages id="latest" heading={t('messages.latest')} messages={[latestMessage]} />
            <section
              aria-labelledby="answer-heading"
              className="no-print grid gap-4 rounded-card bg-surface-raised p-6 shadow-raised md:p-8"
            >
              <h2 id="answer-heading" className="text-h3">
                {t('answer.heading')}
              </h2>
              <p>{t('answer.lead')}</p>
              <AnswerForm form={answer} limits={limits} />
            </section>
            {earlierMessages.entries.length > 0 && (
              <DeskMessages id="earlier" heading={t('messages.earlier')} messages={earlierMessages.entries}>
                <OtherPages list="messages" page={earlierMessages} anchor="earlier" />
              </DeskMessages>
            )}
          </>
        )}
      </Receipt>

      <section
        aria-labelledby={hasMessages ? undefined : 'documents-heading'}
        className="no-print grid gap-4 rounded-card bg-surface-raised p-6 shadow-raised md:p-8"
      >
        {!hasMessages && (
          <>
            <h2 id="documents-heading" className="text-h3">
              {receipt.files.length === 0 ? t('documents.heading_first') : t('documents.heading')}
            </h2>
            <p>{t('documents.lead')}</p>
            <AddDocumentsForm form={documents} limits={limits} />
          </>
        )}
        {!booking && (
          <p>
            <a href={`${pathname}/sheet`} className="text-action underline">
              {t('sheet.open')}
            </a>
          </p>
        )}
      </section>

      <LinkSettings receipt={receipt} />

      <section aria-labelledby="changes-heading" className="no-print grid gap-4">
        <h2 id="changes-heading" className="text-h3">
          {t('changes')}
        </h2>
        {receipt.isFromSentLink ? (
          <>
            <p>{t('details.sent_link')}</p>
            <ContactButtons chatText={t('chat_text', { reference: isolateLtr(formatReference(receipt.reference)) })} />
          </>
        ) : (
          <ContactDetailsForm form={details} current={receipt.contact} optional={receipt.optionalDetails} />
        )}
        <div className="flex flex-wrap gap-3">
          <PrintButton variant="secondary" label={t('print')} />{' '}
          <a href={`${pathname}/delete`} className={buttonClass('secondary')}>
            {t('erase.open')}
          </a>
        </div>
      </section>
      <p className="no-print">
        {t('check')}{' '}
        <a href={pathIn(language, '/is-it-us')} className="text-action underline">
          {t('check_link')}
        </a>
      </p>
      {message && flashMessage === 'sent' && receipt.hasDialog && (
        <SentDialog message={message} reference={receipt.reference} />
      )}
    </main>
  );
}

/** Explains that the files could not be stored for lack of disk space, and where to send them instead. */
function FilesNotStored({ reference }: { reference: string }) {
  const { t } = useTranslation('receipt');
  const { email } = useCompany();
  return (
    <Notice variant="problem">
      <p>{t('documents.no_room')}</p>
      <p>{t('documents.no_room_hint', { email: isolateLtr(email), reference: isolateLtr(reference) })}</p>
      <ContactButtons chatText={t('chat_text', { reference: isolateLtr(reference) })} />
    </Notice>
  );
}

/** Returns the translated flash message. @param isMessage whether the enquiry is a message to the company */
function useFlashText(flashMessage: ReceiptFlashMessage | undefined, isMessage: boolean): string | undefined {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  switch (flashMessage) {
    case 'sent':
      return isMessage ? forms('form.message_sent') : forms('form.success');
    case 'documents':
      return t('documents.added');
    case 'answer':
      return t('answer.added');
    case 'details':
      return t('details.corrected');
    case 'mail_saved':
      return t('mail.saved');
    case 'links_withdrawn':
      return t('sent_links.withdrawn');
    case 'sent_without_files':
    case undefined:
      return undefined;
  }
}
