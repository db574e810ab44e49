import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { kindFieldName } from '#app/uploads/field-names.ts';
import { contactFiles } from '#app/uploads/limits.ts';
import { Button } from '#app/ui/button.tsx';
import type { FormAnswer } from '../form-answer.ts';
import { FormProblems } from '../form-problems.tsx';
import { PersonInputs, personChecks } from '../person-inputs.tsx';
import { useEnquiryForm, type EnquiryForm } from '../use-enquiry-form.ts';
import { contactDetailNames } from './contact-details-fields.ts';

type Details = Record<(typeof contactDetailNames)[number], string | undefined>;
type DetailsForm = EnquiryForm<Details>;

/** The form's state, held by the page: its problems stand above the heading. */
export function useDetailsForm(answer: FormAnswer | undefined): DetailsForm {
  return useEnquiryForm<Details>('details', answer?.kind === 'details' ? answer : undefined, personChecks, {
    isKept: false,
  });
}

export function DetailsProblems({ request }: { request: DetailsForm }) {
  return <FormProblems request={request} fieldNames={contactDetailNames} filesId="details" limits={contactFiles} />;
}

/** How the sender is reached, to be corrected. Opened by those who need it; open where something is wrong. */
export function ContactDetailsForm({
  request,
  known,
}: {
  request: DetailsForm;
  /** What we have now. */
  known: { name: string; phone: string; email: string };
}) {
  const { t } = useTranslation('receipt');
  const { t: forms } = useTranslation('forms');
  const { formProps, fields, isSubmitting, sending, hasErrors, isFresh } = request;
  const isOwn = isSubmitting && sending?.get(kindFieldName) === 'details';
  return (
    <details open={hasErrors || undefined} className="rounded-card border border-line bg-surface-raised">
      <summary className="min-h-12 cursor-pointer px-5 py-3 font-semibold text-action">{t('details.open')}</summary>
      <Form {...formProps} className="grid gap-5 border-t border-line p-5">
        <input type="hidden" name={kindFieldName} value="details" />
        <PersonInputs fields={fields} known={isFresh ? known : undefined} />
        <Button look="main" type="submit" aria-disabled={isSubmitting || undefined}>
          {isOwn && <span aria-hidden="true" className="spinner" />}
          <span>{isOwn ? forms('send.submitting') : t('details.send')}</span>
        </Button>
      </Form>
    </details>
  );
}
