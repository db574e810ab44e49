import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** No message for pages that load faster than this, since it would only flicker (ms). */
const showDelay = 400;

/**
 * Announces that the next page takes a while to load: shown by `enhancement/loading-message.ts` for a new document, and
 * by this component for client-side navigation.
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
        {/* Empty until shown, because text browsers ignore `hidden`. */}
        <span data-says={t('loading')}>{isSlow && t('loading')}</span>
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
    const timer = setTimeout(() => setSlow(true), showDelay);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isSlow;
}
