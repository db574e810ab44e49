import { describedBy, Field } from '#app/ui/controls/field.tsx';
import type { DeskTexts } from '../texts/desk-texts.ts';

/** The field for a code of the authenticator app. */
export function CodeField({ label, hint, error }: { label: string; hint?: string; error?: string }) {
  return (
    <Field id="code" label={label} hint={hint} error={error}>
      <input
        id="code"
        name="code"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        maxLength={20}
        aria-describedby={describedBy('code', { hint: hint !== undefined, error: error !== undefined })}
        className="control max-w-72"
      />
    </Field>
  );
}

/** Asks for a code again before something sensitive, unless one was entered minutes ago. */
export function VerificationField({
  texts,
  isVerified,
  error,
}: {
  texts: DeskTexts;
  isVerified: boolean;
  error?: string;
}) {
  return isVerified ? null : <CodeField label={texts.signIn.code} hint={texts.verify.text} error={error} />;
}
