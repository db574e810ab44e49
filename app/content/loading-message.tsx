import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Faster pages than this come without a message, which would only flicker (ms). */
const patience = 400;

/**
 * Says that the next page is on its way when that takes a while: a new document by `enhancement/loading-message.ts`, a
 * page that comes without one by this.
 */
export function LoadingMessage() {
  const { t } = useTranslation();
  const isSlow = useSlowNavigation();
  return (
    <div role="status" data-loading-message className="loading-message no-print">
      <p
        hidden={!isSlow}
        className="flex items-center gap-3 rounded bg-surface-deep px-5 py-3 text-ink-inverse shadow-raised"
      >
        <span aria-hidden="true" className="spinner" />
        {t('loading')}
      </p>
    </div>
  );
}

function useSlowNavigation(): boolean {
  const { state, formMethod } = useNavigation();
  const isLoading = state === 'loading' && formMethod === undefined;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setSlow(true), patience);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isSlow;
}
