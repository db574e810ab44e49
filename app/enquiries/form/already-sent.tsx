import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Notice } from '#app/ui/messages/notice.tsx';
import { isUntouched } from '../draft/form-values.ts';
import { type LastSent, lastSentIn } from '../last-sent.ts';
import { formatReference } from '../reference.ts';

/**
 * Shown when a visitor returns from the receipt to the form: it has been submitted, with its reference, and submitting
 * again does no harm. Rendered by the server, or by script if the browser restores the page from its cache and the form is
 * filled in.
 */
export function AlreadySent({ formId, kind }: { formId: string; /** Of a form of several requests. */ kind?: string }) {
  const { t } = useTranslation('forms');
  const fromServer = useRouteLoaderData<{ lastSent?: LastSent }>('root')?.lastSent;
  const [sent, setSent] = useState(fromServer);
  useEffect(() => {
    const refresh = () => {
      const form = document.getElementById(formId);
      const isFilledIn = form instanceof HTMLFormElement && !isUntouched(form);
      setSent(isFilledIn ? lastSentIn(document.cookie, location.pathname) : undefined);
    };
    if (!fromServer) refresh();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refresh();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [formId, fromServer]);
  if (!sent || (kind !== undefined && sent.kind !== kind)) return null;
  return (
    <Notice>
      <p>{t('sent_already.title')}</p>
      <p>
        <Trans
          t={t}
          i18nKey="sent_already.text"
          values={{ reference: formatReference(sent.reference) }}
          components={{ reference: <bdi dir="ltr" className="whitespace-nowrap font-semibold" /> }}
        />
      </p>
    </Notice>
  );
}
