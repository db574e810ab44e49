import { Button } from '#app/ui/controls/button.tsx';
import type { OneTimeLink } from '../people/links.server.ts';
import type { DeskTexts } from '../texts/desk-texts.ts';
import { CodeField } from './code-field.tsx';
import { InputField } from './input-field.tsx';

/** The page that a one-time link opens, to choose a password and set up an authenticator app, or only the latter. */
export function JoinForm({
  texts,
  email,
  link: { secret, keepsPassword },
  qrCode,
  problems = {},
}: {
  texts: DeskTexts;
  email: string;
  link: Pick<OneTimeLink, 'secret' | 'keepsPassword'>;
  /** The app's URI as a QR code: an SVG element. */
  qrCode: string;
  problems?: { password?: string; code?: string };
}) {
  const t = texts.join;
  return (
    <form method="post" className="grid max-w-form gap-6">
      <p>{keepsPassword ? t.renewIntro : t.intro}</p>
      {/* For the browser's password manager. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {!keepsPassword && (
        <InputField
          id="password"
          label={t.password}
          hint={t.passwordHint}
          error={problems.password}
          type="password"
          minLength={12}
          maxLength={512}
          autoComplete="new-password"
          dir="ltr"
        />
      )}
      <section className="grid gap-3" aria-labelledby="app">
        <h2 id="app" className="text-h3">
          {t.app}
        </h2>
        <p>{t.scan}</p>
        <div
          role="img"
          aria-label={t.qrCode}
          className="w-60 rounded bg-surface-raised p-2"
          dangerouslySetInnerHTML={{ __html: qrCode }}
        />
        <p>
          {t.key}{' '}
          <bdi dir="ltr" className="font-semibold">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </bdi>
        </p>
        <CodeField label={t.code} error={problems.code} isFromApp />
      </section>
      <Button variant="primary" type="submit" className="justify-self-start">
        {keepsPassword ? t.renewSubmit : t.submit}
      </Button>
    </form>
  );
}

/** Shows the recovery codes of a new account, once. */
export function RecoveryCodes({ texts, codes }: { texts: DeskTexts; codes: readonly string[] }) {
  const t = texts.join;
  return (
    <section aria-labelledby="codes" className="grid max-w-form gap-4">
      <h2 id="codes" className="text-h3">
        {t.codesTitle}
      </h2>
      <p>{t.codesText}</p>
      <ul className="grid grid-cols-2 gap-2 rounded-card bg-surface-raised p-4" dir="ltr">
        {codes.map((code) => (
          <li key={code} className="font-semibold">
            {`${code.slice(0, 5)}-${code.slice(5)}`}
          </li>
        ))}
      </ul>
      <a href="/desk/sign-in" className="button button-primary justify-self-start">
        {t.continue}
      </a>
    </section>
  );
}
