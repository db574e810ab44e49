import { useTranslation } from 'react-i18next';
import { WaysToReach } from '#app/company/ways-to-reach.tsx';
import { Button } from '#app/ui/controls/button.tsx';
import { ErrorSummary } from '#app/ui/messages/error-summary.tsx';
import { isOfConnection } from '../form-answer.ts';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * Shown beside the pressed button when no response arrived: a button to retry, and ways to contact the company. Appears
 * only with scripts; without them the browser shows its own error page.
 */
export function ConnectionProblem<Fields extends Record<string, unknown>>({
  request: { problem, isSubmitting, attempt },
  pressed,
}: {
  request: EnquiryForm<Fields>;
  /** Name and value of the submit button, if the form has several. */
  pressed?: { name: string; value: string };
}) {
  const { t } = useTranslation('forms');
  if (!problem || !isOfConnection(problem)) return null;
  return (
    <ErrorSummary title={t(`form.${problem}`)} items={[]} attempt={attempt}>
      <div className="mt-4 grid gap-3">
        <Button look="main" type="submit" {...pressed} aria-disabled={isSubmitting || undefined} className="w-full">
          {isSubmitting && <span aria-hidden="true" className="spinner" />}
          <span>{isSubmitting ? t('send.submitting') : t('failed.again')}</span>
        </Button>
        <WaysToReach />
      </div>
    </ErrorSummary>
  );
}
