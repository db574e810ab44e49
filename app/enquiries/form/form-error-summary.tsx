import { Trans, useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { ErrorSummary } from '#app/ui/messages/error-summary.tsx';
import { summaryMessages } from '#app/uploads/browser/file-message.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import { isConnectionProblem } from '../form-action-data.ts';
import { formatReference } from '../reference.ts';
import { fileFieldId } from './enquiry-files.tsx';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * The error summary above the page's heading, with the errors of fields and files or of the form as a whole. If the failure
 * is ours, it explains what happened to the visitor's data and whom to call. A lost connection is shown beside the submit
 * button instead (connection-problem.tsx).
 */
export function FormErrorSummary<Fields extends Record<string, unknown>>({
  form,
  fieldNames,
  limits,
  submitButton,
  subject,
}: {
  form: EnquiryForm<Fields>;
  /** The fields in the order of the page. */
  fieldNames: readonly (keyof Fields & string)[];
  limits: FileLimits;
  /** Name and value of the request's submit button, if the form can send several kinds. */
  submitButton?: { name: string; value: string };
  /** The name of the request, if the form has several. */
  subject?: string;
}) {
  const { t } = useTranslation('forms');
  const { metadata, fields, files, rejectedFiles, problem, hasErrors, attempt } = form;
  if (!hasErrors || (problem && isConnectionProblem(problem))) return null;
  if (problem) return <WholeFormProblem form={form} problem={problem} submitButton={submitButton} />;

  const filesId = fileFieldId(metadata);
  const items = fieldNames.flatMap((name) => {
    const [code] = metadata.allErrors[name] ?? [];
    return code ? [{ controlId: fields[name].id, message: t(`form.${code}`) }] : [];
  });
  if (files.isExpired) items.push({ controlId: filesId, message: t('form.draft_expired') });
  for (const message of summaryMessages(t, rejectedFiles, limits)) items.push({ controlId: filesId, message });
  return (
    <ErrorSummary
      title={[subject, t('summary.title', { count: items.length })].filter(Boolean).join(': ')}
      items={items}
      attempt={attempt}
    >
      <p className="mt-3">{t('summary.kept')}</p>
    </ErrorSummary>
  );
}

function WholeFormProblem<Fields extends Record<string, unknown>>({
  form: { stored, metadata, isSubmitting, attempt },
  problem,
  submitButton,
}: {
  form: EnquiryForm<Fields>;
  problem: MessageCode;
  submitButton?: { name: string; value: string };
}) {
  const { t } = useTranslation('forms');
  // The visitor cannot fix these problems, so offer ways to contact the company.
  const isOurFailure = ['error', 'storage_failed', 'limited', 'busy'].includes(problem);
  return (
    <ErrorSummary title={t(`form.${problem}`)} items={[]} attempt={attempt}>
      {stored && (
        <p className="mt-3">
          <Trans
            t={t}
            i18nKey={stored.delivery === 'refused' ? 'failed.refused' : 'failed.stored'}
            values={{ reference: formatReference(stored.reference) }}
            components={{ reference: <bdi className="whitespace-nowrap text-lead font-semibold" /> }}
          />
        </p>
      )}
      {stored?.delivery === 'waiting' && <p className="mt-3">{t('failed.urgent')}</p>}
      {isOurFailure && (
        <div className="mt-4 flex flex-wrap gap-3">
          <ContactButtons chatText={stored && formatReference(stored.reference)} />
          {stored && (
            <a href={stored.receipt} className={buttonClass('secondary')}>
              {t('failed.receipt')}
            </a>
          )}
        </div>
      )}
      {stored && (
        <button
          type="submit"
          form={metadata.id}
          {...submitButton}
          disabled={isSubmitting}
          className={`mt-3 ${buttonClass('primary')}`}
        >
          {t('failed.again')}
        </button>
      )}
    </ErrorSummary>
  );
}
