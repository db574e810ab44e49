import type { DeskTexts } from '../texts/desk-texts.ts';
import { InputField } from './input-field.tsx';

/** The field for a code of the authenticator app, or a recovery code. */
export function CodeField({
  id = 'code',
  label,
  hint,
  error,
  isFromApp = false,
}: {
  /** Unique on the page. */
  id?: string;
  label: string;
  hint?: string;
  error?: string;
  /** Whether only a code of the app is accepted. Phones then show digits, without the letters of recovery codes. */
  isFromApp?: boolean;
}) {
  return (
    <InputField
      id={id}
      name="code"
      label={label}
      hint={hint}
      error={error}
      autoComplete="one-time-code"
      inputMode={isFromApp ? 'numeric' : undefined}
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      maxLength={40}
      className="max-w-72"
    />
  );
}

/** Asks for a code again before something sensitive, unless one was entered within the last few minutes. */
export function VerificationField({
  id,
  texts,
  isVerified,
  error,
}: {
  id?: string;
  texts: DeskTexts;
  isVerified: boolean;
  error?: string;
}) {
  return isVerified ? null : <CodeField id={id} label={texts.signIn.code} hint={texts.verify.text} error={error} />;
}
