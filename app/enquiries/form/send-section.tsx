import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { ReplyAndHours } from '#app/company/reply-and-hours.tsx';
import { languageSwitchButton } from '#app/forms/language-switch-button.ts';
import { formLanguageCodes, inLanguage, isFormOnlyLanguage, isPageIn, languages, pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { StaticPart } from '#app/ui/static-part.tsx';
import { UploadProgress } from '#app/uploads/browser/upload-progress.tsx';
import { AlreadySent } from './already-sent.tsx';
import { ConnectionProblem } from './connection-problem.tsx';
import { Honeypot } from './honeypot.tsx';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * A hidden submit button. Place it first in a form: Enter presses the first button, which must not be one that removes a
 * file.
 */
export function EnterKeySubmitButton({ label }: { label: string }) {
  return (
    <button type="submit" tabIndex={-1} aria-hidden="true" className="hidden">
      {label}
    </button>
  );
}

interface SendProps<Fields extends Record<string, unknown>> {
  form: EnquiryForm<Fields>;
  label: string;
  nextSteps: { title: string; text: string };
  privacy: string;
  /** Gives the submit button the signal colour. */
  isUrgent?: boolean;
  isSubmitting: boolean;
  /** Name and value of the submit button, if the form can send several kinds. */
  submitButton?: { name: string; value: string };
}

/** The end of a form: the next steps, the privacy notice, the submit button, and ways to contact the company. */
export function SendSection<Fields extends Record<string, unknown>>({
  action,
  alternative,
  ...send
}: SendProps<Fields> &
  FormFooterProps & {
    /** An alternative to sending the form, shown below the send button. */
    alternative?: ReactNode;
  }) {
  return (
    <div className="lazy grid gap-4 md:gap-5">
      <SubmitBlock {...send} />
      {alternative}
      <FormFooter action={action} />
    </div>
  );
}

/** The next steps, the privacy notice, and the submit button. */
export function SubmitBlock<Fields extends Record<string, unknown>>({
  form,
  label,
  nextSteps,
  privacy,
  isUrgent = false,
  isSubmitting,
  submitButton,
}: SendProps<Fields>) {
  const { t } = useTranslation('forms');
  const { t: common } = useTranslation();
  const language = useFormLanguage();
  return (
    <div className="grid gap-4 md:gap-5">
      <div className="rounded-card bg-action-soft p-4 md:p-5">
        <h3 className="text-body font-semibold">{nextSteps.title}</h3>
        <p className="mt-1">
          {nextSteps.text} {/* Opens in a new tab, so that the input is not lost. */}
          <a href={pathIn(language, '/costs')} target="_blank" rel="noopener" className="text-action underline">
            {common('nav.costs')}
          </a>
        </p>
        <StaticPart
          id={`times-${form.metadata.id}-${submitButton?.value ?? ''}`}
          className="mt-2 font-semibold empty:hidden"
        >
          {import.meta.env.SSR && <ReplyAndHours isUrgent={isUrgent} />}
        </StaticPart>
      </div>
      <p className="fine-print">
        {privacy} {/* Opens in a new tab, so that the input is not lost. */}
        <a href={pathIn(language, '/privacy-policy')} target="_blank" rel="noopener" className="text-action underline">
          {common('nav.privacy_policy')}
        </a>
      </p>
      <AlreadySent formId={form.metadata.id} kind={submitButton?.value} />
      <Button
        variant={isUrgent ? 'urgent' : 'primary'}
        type="submit"
        {...submitButton}
        aria-disabled={isSubmitting || undefined}
        className="w-full text-lead"
      >
        {isSubmitting && <span aria-hidden="true" className="spinner" />}
        {/* Wrapped in an element, because browser translation replaces bare text nodes, which breaks React. */}
        <span>{isSubmitting ? t('send.submitting') : label}</span>
      </Button>
      {(!submitButton || form.kind === submitButton.value) && (
        <ConnectionProblem form={form} submitButton={submitButton} />
      )}
      <UploadProgress />
      <p role="status" className={isSubmitting ? '' : 'visually-hidden'}>
        {isSubmitting && t('send.submitting_hint')}
      </p>
      <p className="no-script-only text-small text-ink-muted">{t('send.no_script_hint')}</p>
    </div>
  );
}

interface FormFooterProps {
  /** The form's action URL in the page's language. */
  action: string;
}

/** Ways to contact the company, and buttons that switch the form's language. */
export function FormFooter({ action }: FormFooterProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="way-out">
        <p className="font-semibold">{t('way_out.title')}</p>
        <ContactButtons />
      </div>
      <LanguageButtons action={action} />
      <Honeypot />
    </>
  );
}

/**
 * Buttons that switch the form's language with a POST request, which preserves input and files even without JavaScript.
 * A disc that is still uploading would be lost; the browser then asks before it leaves the page.
 */
function LanguageButtons({ action }: FormFooterProps) {
  const current = useFormLanguage();
  const [pagePath = ''] = action.split('?');
  return formLanguageCodes
    .filter((code) => code !== current && isPageIn(code, pagePath))
    .map((code) => (
      <Fragment key={code}>
        {' '}
        <button
          type="submit"
          {...languageSwitchButton(code)}
          formAction={inLanguage(pagePath, code)}
          formNoValidate
          data-continue-in={code}
          data-form-only={isFormOnlyLanguage(code) ? '' : undefined}
          lang={code}
          dir={languages[code].dir}
          className="min-h-11 text-center text-small text-action underline"
        >
          {languages[code].continueForm}
        </button>
      </Fragment>
    ));
}
