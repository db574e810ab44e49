import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { Button } from '#app/ui/controls/button.tsx';
import { ErrorSummary } from '#app/ui/messages/error-summary.tsx';
import { isConnectionProblem } from '../form-action-data.ts';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * Offers to retry or to contact the company if no response arrived. Shown beside the pressed button, and only with
 * scripts; without them the browser shows its own error page.
 */
export function ConnectionProblem<Fields extends Record<string, unknown>>({
  form: { problem, isSubmitting, attempt },
  submitButton,
}: {
  form: EnquiryForm<Fields>;
  /** Name and value of the submit button, if the form has several. */
  submitButton?: { name: string; value: string };
}) {
  const { t } = useTranslation('forms');
  if (!problem || !isConnectionProblem(problem)) return null;
  return (
    <ErrorSummary title={t(`form.${problem}`)} items={[]} attempt={attempt}>
      <div className="mt-4 grid gap-3">
        <Button
          variant="primary"
          type="submit"
          {...submitButton}
          aria-disabled={isSubmitting || undefined}
          className="w-full"
        >
          {isSubmitting && <span aria-hidden="true" className="spinner" />}
          <span>{isSubmitting ? t('send.submitting') : t('failed.again')}</span>
        </Button>
        <ContactButtons />
      </div>
    </ErrorSummary>
  );
}
