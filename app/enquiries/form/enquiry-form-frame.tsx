import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KeptDraftOffer } from '../draft/kept-draft-offer.tsx';
import type { FormNamespace } from './form-namespace.ts';
import { EnterKeySubmit, SendSection } from './send-section.tsx';
import { SubmissionFields } from './submission-fields.tsx';
import type { EnquiryForm } from './use-enquiry-form.ts';

/** What a form with a single request has in common with the others: everything around its fields. */
export function EnquiryFormFrame<Fields extends Record<string, unknown>>({
  request,
  texts,
  heading,
  isUrgent,
  offersFormOnly,
  children,
}: {
  request: EnquiryForm<Fields>;
  texts: FormNamespace;
  /** Above the offer to continue a draft. */
  heading?: ReactNode;
  /** Uses the signal colour. */
  isUrgent?: boolean;
  /** The form can also be read in the languages that no page is in. */
  offersFormOnly?: boolean;
  /** The fields. */
  children: ReactNode;
}) {
  const { t } = useTranslation(texts);
  const { formProps, isSubmitting, action } = request;
  return (
    <Form {...formProps} className="grid gap-10">
      {heading}
      <EnterKeySubmit label={t('form.send')} /> <SubmissionFields request={request} />
      <KeptDraftOffer request={request} />
      {/* Changes made while submitting would be lost. */}
      <div className="grid gap-10" {...(isSubmitting ? { inert: '' } : {})}>
        {children}
      </div>
      <SendSection
        request={request}
        label={t('form.send')}
        next={{ title: t('form.next'), text: t('form.next_steps') }}
        privacy={t('form.privacy')}
        isUrgent={isUrgent}
        isSubmitting={isSubmitting}
        action={action}
        offersFormOnly={offersFormOnly}
      />
    </Form>
  );
}
