import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { InWording } from '#app/i18n/in-wording.tsx';
import { limitsOf } from '#app/uploads/limits.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { FormAnswer } from '../form-answer.ts';
import { AddDocumentsForm, DocumentsProblems, useDocumentsForm } from './add-documents-form.tsx';
import { ContactDetailsForm, DetailsProblems, useDetailsForm } from './contact-details-form.tsx';
import type { ReceiptNews, ReceiptView } from './receipt-view.ts';
import { Receipt } from './receipt.tsx';
import { SentDialog } from './sent-dialog.tsx';

interface ReceiptPageProps {
  receipt: ReceiptView;
  /** What has just been sent, said once. */
  news: ReceiptNews | undefined;
  answer: FormAnswer | undefined;
}

/** A receipt with all that can be done through it, in the language of the form that it is for. */
export function ReceiptPage(props: ReceiptPageProps) {
  return (
    <InWording wording={props.receipt.wording}>
      <Page {...props} />
    </InWording>
  );
}

function Page({ receipt, news, answer }: ReceiptPageProps) {
  const { t } = useTranslation('receipt');
  const documents = useDocumentsForm(answer);
  const details = useDetailsForm(answer);
  const { pathname } = useLocation();
  const limits = limitsOf[receipt.takes];
  const message = useNews(news, receipt.isMessage);
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      <div className="[&:empty]:hidden">
        <DocumentsProblems request={documents} limits={limits} />
        <DetailsProblems request={details} />
      </div>
      {message && (
        <Notice>
          <p>{message}</p>
        </Notice>
      )}
      <h1 tabIndex={-1} className="text-h1">
        {t('heading')}
      </h1>
      <Receipt receipt={receipt} />

      <section
        aria-labelledby="documents-heading"
        className="no-print grid gap-4 rounded-card bg-surface-raised p-6 shadow-raised md:p-8"
      >
        <h2 id="documents-heading" className="text-h3">
          {t('documents.heading')}
        </h2>
        <p>{t('documents.lead')}</p>
        <AddDocumentsForm request={documents} limits={limits} />
        <p>
          <a href={`${pathname}/sheet`} className="text-action underline">
            {t('sheet.open')}
          </a>
        </p>
      </section>

      <section aria-labelledby="changes-heading" className="no-print grid gap-4">
        <h2 id="changes-heading" className="text-h3">
          {t('changes')}
        </h2>
        <ContactDetailsForm request={details} known={receipt.contact} />
        <div className="flex flex-wrap gap-3">
          <button type="button" data-print className={`scripts-only ${buttonClass('quiet')}`}>
            {t('print')}
          </button>
          <a href={`${pathname}/delete`} className={buttonClass('quiet')}>
            {t('erase.open')}
          </a>
        </div>
      </section>
      {message && news === 'sent' && receipt.hasDialog && (
        <SentDialog message={message} reference={receipt.reference} />
      )}
    </main>
  );
}

/** What has just been sent, in words. */
function useNews(news: ReceiptNews | undefined, isMessage: boolean): string | undefined {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  switch (news) {
    case 'sent':
      return isMessage ? forms('form.message_sent') : forms('form.success');
    case 'documents':
      return t('documents.added');
    case 'details':
      return t('details.corrected');
    case undefined:
      return undefined;
  }
}
