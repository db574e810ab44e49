import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { isolate } from '#app/i18n/format/bidi.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { problemOf } from '#app/problems/problem.ts';
import { useErrorId } from '#app/problems/report/use-error-id.ts';
import { unsentFormOf } from '#app/problems/unsent-form.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { SendAgainForm } from '#app/ui/controls/send-again-form.tsx';
import { mainLinksIn } from './navigation.ts';

/**
 * The error page for a missing or failed page (spec, section 2: the crash message and details).
 * @param status the HTTP status; defaults to 500 for a page that failed in the browser
 */
export function ProblemPage({ status = 500, error }: { status?: number; error: unknown }) {
  const { t } = useTranslation();
  const language = useFormLanguage();
  const problem = problemOf(error, status);
  const errorId = useErrorId(error);
  const unsent = unsentFormOf(error);
  const heading = useRef<HTMLHeadingElement>(null);
  // If the page failed in the browser, the visitor may have scrolled away from the top.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main id="content" className="mx-auto grid max-w-reading gap-6 px-4 py-12">
      <h1 ref={heading} tabIndex={-1} className="text-h1">
        {t(`problem.${problem}.title`)}
      </h1>
      <p className="text-lead">{t(`problem.${problem}.text`, { minutes: 1 })}</p>
      {status >= 500 && <p className="text-ink-muted">{t('problem.id', { id: isolate(errorId) })}</p>}
      <ContactButtons />
      {unsent && <SendAgainForm {...unsent} label={t('problem.unsent')} send={t('problem.send_again')} />}
      <p className="flex flex-wrap gap-3">
        <a href={pathIn(language, '/')} className={buttonClass('primary')}>
          {t('problem.home')}
        </a>
        {status >= 500 && (
          <button type="button" data-clean-up className={`scripts-only ${buttonClass('secondary')}`}>
            {t('problem.clean_up')}
          </button>
        )}
      </p>
      {error instanceof Error && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2">{t('problem.details')}</summary>
          <pre dir="ltr" className="overflow-x-auto rounded bg-surface-raised p-4 text-small">
            {error.message}
            {'\n'}
            {error.stack}
          </pre>
        </details>
      )}
      {status === 404 && (
        <nav aria-label={t('problem.elsewhere')}>
          <ul className="border-t border-line">
            {mainLinksIn(language).map(({ path, label }) => (
              <li key={path}>
                <a href={pathIn(language, path)} className="menu-link">
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </main>
  );
}
