import { useTranslation } from 'react-i18next';

/** Says that the next page is on its way; `enhancement/loading-message.ts` shows it when that takes a while. */
export function LoadingMessage() {
  const { t } = useTranslation();
  return (
    <div role="status" data-loading-message className="loading-message no-print">
      <p hidden className="flex items-center gap-3 rounded bg-surface-deep px-5 py-3 text-ink-inverse shadow-raised">
        <span aria-hidden="true" className="spinner" />
        {t('loading')}
      </p>
    </div>
  );
}
