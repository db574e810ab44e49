import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Notice } from '#app/ui/messages/notice.tsx';
import { hasDefaultValues } from '../draft/form-values.ts';
import { type LastSent, readLastSent } from '../last-sent.ts';
import { formatReference } from '../reference.ts';

/**
 * Tells a visitor who returns from the receipt that the form has been submitted, with its reference, and that submitting
 * again does no harm. Rendered by the server, or by script if the browser restores the page from its cache and the form is
 * filled in.
 */
export function AlreadySent({
  formId,
  kind,
}: {
  formId: string;
  /** The kind of request, if the form has several. */
  kind?: string;
}) {
  const { t } = useTranslation('forms');
  const lastSentFromServer = useRouteLoaderData<{ lastSent?: LastSent }>('root')?.lastSent;
  const [lastSent, setLastSent] = useState(lastSentFromServer);
  useEffect(() => {
    const refresh = () => {
      const form = document.getElementById(formId);
      const isFilledIn = form instanceof HTMLFormElement && !hasDefaultValues(form);
      setLastSent(isFilledIn ? readLastSent(document.cookie, location.pathname) : undefined);
    };
    if (!lastSentFromServer) refresh();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refresh();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [formId, lastSentFromServer]);
  if (!lastSent || (kind !== undefined && lastSent.kind !== kind)) return null;
  return (
    <Notice>
      <p>{t('sent_already.title')}</p>
      <p>
        <Trans
          t={t}
          i18nKey="sent_already.text"
          values={{ reference: formatReference(lastSent.reference) }}
          components={{ reference: <bdi dir="ltr" className="whitespace-nowrap font-semibold" /> }}
        />
      </p>
    </Notice>
  );
}
