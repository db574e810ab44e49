import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Pages that load faster than this show no message, because it would only flicker (ms). */
const showDelay = 400;

/**
 * Announces that the next page is taking a while to load. For a new document `enhancement/page/loading-message.ts`
 * shows the message; for client-side navigation this component does.
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
        {/* Empty while hidden, because text browsers ignore `hidden`. */}
        <span data-says={t('loading')}>{isSlow && t('loading')}</span>
      </p>
    </div>
  );
}

/** Returns whether a client-side navigation has taken longer than `showDelay`. Form submissions do not count. */
function useSlowNavigation(): boolean {
  const { state, formMethod } = useNavigation();
  const isLoading = state === 'loading' && formMethod === undefined;
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsSlow(true), showDelay);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);
  return isSlow;
}
