import { Button } from '#app/ui/controls/button.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import { type DeskLanguage, deskLanguageNames } from '../people/person.ts';
import { deskTexts } from '../texts/desk-texts.ts';
import { CodeField } from './code-field.tsx';
import { InputField } from './input-field.tsx';

/** The page on which people sign in. */
export function SignInForm({
  language,
  email = '',
  target,
  problem,
}: {
  language: DeskLanguage;
  email?: string;
  /** The path of the desk's page to open afterwards. */
  target: string;
  problem?: string;
}) {
  const { signIn: t } = deskTexts[language];
  return (
    <div className="grid max-w-form gap-6">
      {problem && (
        <Notice variant="problem">
          <p>{problem}</p>
        </Notice>
      )}
      <form method="post" className="grid gap-5">
        <input type="hidden" name="to" value={target} />
        <input type="hidden" name="language" value={language} />
        <InputField
          id="email"
          label={t.email}
          type="email"
          autoComplete="username"
          dir="ltr"
          maxLength={254}
          defaultValue={email}
        />
        <InputField
          id="password"
          label={t.password}
          type="password"
          autoComplete="current-password"
          dir="ltr"
          maxLength={512}
        />
        <CodeField label={t.code} hint={t.codeHint} />
        <label className="choice flex min-h-11 items-center gap-3">
          <input type="checkbox" name="own-device" value="yes" />
          <span>{t.ownDevice}</span>
        </label>
        <Button variant="primary" type="submit" className="justify-self-start">
          {t.submit}
        </Button>
      </form>
      <p className="text-small text-ink-muted">{t.lost}</p>
      <ul className="flex flex-wrap gap-x-4">
        {deskLanguageNames
          .filter(({ code }) => code !== language)
          .map(({ code, name }) => (
            <li key={code} lang={code}>
              <a
                href={`/desk/sign-in?${new URLSearchParams({ language: code, to: target }).toString()}`}
                className="disclosure"
              >
                {name}
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}
