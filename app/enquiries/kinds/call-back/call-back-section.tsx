import { useForm } from '@conform-to/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { StaticPart } from '#app/ui/static-part.tsx';
import { Honeypot } from '../../form/honeypot.tsx';
import { callBackPath } from './call-back-fields.ts';
import { type CallBackInput, CallBackInputs } from './call-back-inputs.tsx';
import { callBackSectionId } from './call-back-link.tsx';

/**
 * The request for a call, for the end of any page. It is a plain form that is submitted to a page of its own, which
 * shows errors: other pages are cached for everybody, and React never renders the form in the browser.
 * @param children an invitation, beside the form on wide screens; rendered only on the server
 */
export function CallBackSection({ className = '', children }: { className?: string; children?: ReactNode }) {
  // A page that fails in the browser shows the company's number instead: only the server renders the form.
  const [isMissing] = useState(() => !import.meta.env.SSR && document.getElementById(callBackSectionId) === null);
  if (isMissing) return null;
  return (
    <StaticPart
      id={callBackSectionId}
      as="section"
      aria-labelledby="call-back-heading"
      className={`no-print call-back-section ${children ? 'with-next-step' : ''} ${className}`}
    >
      {import.meta.env.SSR && children}
      {import.meta.env.SSR && <ShortForm />}
    </StaticPart>
  );
}

function ShortForm() {
  const { t } = useTranslation('call-back');
  const language = useFormLanguage();
  const [form, fields] = useForm<CallBackInput, undefined, MessageCode[]>({ id: 'call-back' });
  return (
    <form id={form.id} method="post" action={pathIn(language, callBackPath)} noValidate className="call-back">
      <div className="grid gap-1">
        <h2 id="call-back-heading" className="text-h3">
          {t('heading')}
        </h2>
        <p className="text-ink-muted">{t('lead')}</p>
      </div>
      <CallBackInputs fields={fields} />
      <Button variant="primary" type="submit" className="justify-self-start">
        {t('send')}
      </Button>
      <Honeypot />
    </form>
  );
}
