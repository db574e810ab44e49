import { useTranslation } from 'react-i18next';
import { WaysToReach } from '#app/company/ways-to-reach.tsx';
import { useLanguage } from '#app/i18n/use-language.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { mainLinks } from './navigation.ts';

/** What stands in for a page that is not there, or that failed (spec, section 2: the crash message and details). */
export function ProblemPage({ isNotFound, error }: { isNotFound: boolean; error: unknown }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <main id="content" className="mx-auto grid max-w-reading gap-6 px-4 py-12">
      <h1 className="text-h1">{t(isNotFound ? 'problem.not_found_title' : 'problem.crash_title')}</h1>
      <p className="text-lead">{t(isNotFound ? 'problem.not_found_text' : 'problem.crash_text')}</p>
      {!isNotFound && error instanceof Error && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2">{t('problem.details')}</summary>
          <pre dir="ltr" className="overflow-x-auto rounded bg-surface-raised p-4 text-small">
            {error.message}
            {'\n'}
            {error.stack}
          </pre>
        </details>
      )}
      <p>
        <a href={pathIn(language, '/')} className={buttonClass('main')}>
          {t('problem.home')}
        </a>
      </p>
      <WaysToReach />
      {isNotFound && (
        <nav aria-label={t('problem.elsewhere')}>
          <ul className="border-t border-line">
            {mainLinks.map(({ path, label }) => (
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
