import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SavedDraftOffer } from '../draft/saved-draft-offer.tsx';
import type { FormNamespace } from './form-namespace.ts';
import { EnterKeySubmitButton, SendSection } from './send-section.tsx';
import { SubmissionFields } from './submission-fields.tsx';
import type { EnquiryForm } from './use-enquiry-form.ts';

/** The frame that all forms with a single request share: everything around the fields. */
export function EnquiryFormFrame<Fields extends Record<string, unknown>>({
  form,
  namespace,
  heading,
  isUrgent,
  alternative,
  children,
}: {
  form: EnquiryForm<Fields>;
  namespace: FormNamespace;
  /** Shown above the offer to continue a draft. */
  heading?: ReactNode;
  /** Gives the submit button the signal colour. */
  isUrgent?: boolean;
  /** An alternative to sending the form, shown below the send button. */
  alternative?: ReactNode;
  /** The fields. */
  children: ReactNode;
}) {
  const { t } = useTranslation(namespace);
  const { formProps, isSubmitting, action } = form;
  return (
    <Form {...formProps} className="grid gap-8 md:gap-10">
      {heading}
      <EnterKeySubmitButton label={t('form.send')} /> <SubmissionFields form={form} />
      <SavedDraftOffer form={form} />
      {/* Input entered during submission would be lost. */}
      <div className="grid gap-8 md:gap-10" {...(isSubmitting ? { inert: '' } : {})}>
        {children}
      </div>
      <SendSection
        form={form}
        label={t('form.send')}
        nextSteps={{ title: t('form.next'), text: t('form.next_steps') }}
        privacy={t('form.privacy')}
        isUrgent={isUrgent}
        isSubmitting={isSubmitting}
        action={action}
        alternative={alternative}
      />
    </Form>
  );
}
