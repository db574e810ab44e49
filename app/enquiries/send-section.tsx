import { useTranslation } from 'react-i18next';
import { WaysToReach } from '#app/company/ways-to-reach.tsx';
import { inLanguage, languageCodes, languages, pathIn, russian } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { AwaitedUploads } from '#app/uploads/awaited-uploads.tsx';
import { intentFieldName, trapFieldName } from '#app/uploads/field-names.ts';
import { Button } from '#app/ui/button.tsx';

/**
 * The first thing in a form: Enter presses a form's first button, which has to be the send button and not
 * one that removes a file. Nobody sees this one.
 */
export function EnterSends({ label }: { label: string }) {
  return (
    <button type="submit" tabIndex={-1} aria-hidden="true" className="hidden">
      {label}
    </button>
  );
}

interface SendProps {
  label: string;
  next: { title: string; text: string };
  privacy: string;
  /** The signal colour is for the urgent request alone. */
  isUrgent?: boolean;
  isSubmitting: boolean;
  /** Name and value of the button, where a form has several requests. */
  pressed?: { name: string; value: string };
}

/** The end of every form: what happens next, the privacy notice, the send button, and the way out. */
export function SendSection({ action, isRussianOffered, ...send }: SendProps & FormEndProps) {
  return (
    <div className="grid gap-5">
      <SendPart {...send} />
      <FormEnd action={action} isRussianOffered={isRussianOffered} />
    </div>
  );
}

/** What happens next, the privacy notice, and the send button. */
export function SendPart({ label, next, privacy, isUrgent = false, isSubmitting, pressed }: SendProps) {
  const { t } = useTranslation('forms');
  const { t: common } = useTranslation();
  const language = useLanguage();
  return (
    <div className="grid gap-5">
      <div className="rounded-card bg-action-soft p-5">
        <h3 className="text-body font-semibold">{next.title}</h3>
        <p className="mt-1">{next.text}</p>
      </div>
      <p className="text-small text-ink-muted">
        {privacy} {/* In a tab of its own: reading it must not cost what was typed. */}
        <a href={pathIn(language, '/privacy-policy')} target="_blank" rel="noopener" className="text-action underline">
          {common('nav.privacy_policy')}
        </a>
      </p>
      <Button
        look={isUrgent ? 'urgent' : 'main'}
        type="submit"
        {...pressed}
        aria-disabled={isSubmitting || undefined}
        className="w-full text-lead"
      >
        {isSubmitting && <span aria-hidden="true" className="spinner" />}
        {/* In an element of its own: a translating browser moves bare text, and React would trip over it. */}
        <span>{isSubmitting ? t('send.submitting') : label}</span>
      </Button>
      <AwaitedUploads />
      <p role="status" className={isSubmitting ? '' : 'hidden-visually'}>
        {isSubmitting && t('send.submitting_hint')}
      </p>
      <p className="no-script-only text-small text-ink-muted">{t('send.no_script_hint')}</p>
    </div>
  );
}

interface FormEndProps {
  /** Where the form posts to, in this page's language. */
  action: string;
  /** The form can also be read in Russian. */
  isRussianOffered?: boolean;
}

/** The way out, and the form in another language. */
export function FormEnd({ action, isRussianOffered = false }: FormEndProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="grid gap-3 border-t border-line pt-5">
        <p className="font-semibold">{t('way_out.title')}</p>
        <WaysToReach />
      </div>
      <SwitchLanguage action={action} isRussianOffered={isRussianOffered} />
      <Trap />
    </>
  );
}

/** For programs that fill in whatever there is. Text browsers show it, which is why it has a label. */
function Trap() {
  const { t } = useTranslation('forms');
  return (
    <div className="hidden-visually" aria-hidden="true">
      <label>
        {t('field.leave_empty')} <input type="text" name={trapFieldName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** The half-filled form in another language: a post, so that typed text and files come along without a script. */
function SwitchLanguage({ action, isRussianOffered }: Required<FormEndProps>) {
  const { i18n } = useTranslation();
  const [pagePath = ''] = action.split('?');
  const offered = [
    ...languageCodes.map((code) => ({
      ...languages[code],
      code,
      to: inLanguage(pagePath, code),
    })),
    ...(isRussianOffered ? [{ ...russian, code: 'ru', to: `${pagePath}?wording=ru` }] : []),
  ];
  return offered
    .filter(({ code }) => code !== i18n.language)
    .map(({ code, dir, continueForm, to }) => (
      <button
        key={code}
        type="submit"
        name={intentFieldName}
        value="switch-language"
        formAction={to}
        formNoValidate
        data-continue-in={code}
        lang={code}
        dir={dir}
        className="min-h-11 text-center text-small text-action underline"
      >
        {continueForm}
      </button>
    ));
}
