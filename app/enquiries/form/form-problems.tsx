import { Trans, useTranslation } from 'react-i18next';
import { WaysToReach } from '#app/company/ways-to-reach.tsx';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { ErrorSummary } from '#app/ui/messages/error-summary.tsx';
import { summaryMessages } from '#app/uploads/browser/file-message.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import { isOfConnection } from '../form-answer.ts';
import { formatReference } from '../reference.ts';
import { filesIdOf } from './enquiry-files.tsx';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * The error summary above the page's heading: errors of fields and files, or of the form as a whole. If the error is
 * ours, it explains what happened to the visitor's data and whom to call. A lost connection is shown beside the button
 * instead (connection-problem.tsx).
 */
export function FormProblems<Fields extends Record<string, unknown>>({
  request,
  fieldNames,
  limits,
  pressed,
  subject,
}: {
  request: EnquiryForm<Fields>;
  /** In the order of the page. */
  fieldNames: readonly (keyof Fields & string)[];
  limits: FileLimits;
  /** Name and value of the pressed button, if the form has several requests. */
  pressed?: { name: string; value: string };
  /** The name of the request, if the form has several. */
  subject?: string;
}) {
  const { t } = useTranslation('forms');
  const { form, fields, files, refusedFiles, problem, hasErrors, attempt } = request;
  if (!hasErrors || (problem && isOfConnection(problem))) return null;
  if (problem) return <WholeFormProblem request={request} problem={problem} pressed={pressed} />;

  const filesId = filesIdOf(form);
  const items = fieldNames.flatMap((name) => {
    const [code] = form.allErrors[name] ?? [];
    return code ? [{ controlId: fields[name].id, message: t(`form.${code}`) }] : [];
  });
  if (files.isExpired) items.push({ controlId: filesId, message: t('form.draft_expired') });
  for (const message of summaryMessages(t, refusedFiles, limits)) items.push({ controlId: filesId, message });
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
  request: { stored, form, isSubmitting, attempt },
  problem,
  pressed,
}: {
  request: EnquiryForm<Fields>;
  problem: MessageCode;
  pressed?: { name: string; value: string };
}) {
  const { t } = useTranslation('forms');
  // The visitor cannot fix these, so offer ways to contact the company.
  const isOurs = ['error', 'storage_failed', 'limited', 'busy'].includes(problem);
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
      {isOurs && (
        <div className="mt-4 flex flex-wrap gap-3">
          <WaysToReach chatText={stored && formatReference(stored.reference)} />
          {stored && (
            <a href={stored.receipt} className={buttonClass('quiet')}>
              {t('failed.receipt')}
            </a>
          )}
        </div>
      )}
      {stored && (
        <button
          type="submit"
          form={form.id}
          {...pressed}
          disabled={isSubmitting}
          className={`mt-3 ${buttonClass('main')}`}
        >
          {t('failed.again')}
        </button>
      )}
    </ErrorSummary>
  );
}
