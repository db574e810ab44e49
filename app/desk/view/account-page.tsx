import { Button } from '#app/ui/controls/button.tsx';
import type { Desk } from '../access.server.ts';
import { CodeField } from './code-field.tsx';
import { FormToken } from './form-token.tsx';
import { InputField } from './input-field.tsx';
import { LanguageField } from './language-field.tsx';

export interface AccountProblems {
  current?: string;
  password?: string;
  code?: string;
}

/** A person's own settings: language and password. */
export function AccountPage({ desk, problems = {} }: { desk: Desk; problems?: AccountProblems }) {
  const t = desk.texts.account;
  return (
    <div className="grid max-w-form gap-10">
      <form method="post" className="grid gap-4">
        <FormToken value={desk.formToken} />
        <LanguageField label={t.language} value={desk.language} />
        <Button variant="primary" type="submit" name="intent" value="language" className="justify-self-start">
          {t.save}
        </Button>
      </form>
      <section aria-labelledby="change" className="grid gap-4">
        <h2 id="change" className="text-h3">
          {t.password}
        </h2>
        <p>{t.changed}</p>
        <form method="post" className="grid gap-4">
          <FormToken value={desk.formToken} />
          <InputField
            id="current"
            label={t.current}
            error={problems.current}
            type="password"
            maxLength={512}
            autoComplete="current-password"
            dir="ltr"
          />
          <InputField
            id="password"
            label={desk.texts.join.password}
            hint={desk.texts.join.passwordHint}
            error={problems.password}
            type="password"
            maxLength={512}
            autoComplete="new-password"
            dir="ltr"
          />
          <CodeField label={desk.texts.signIn.code} error={problems.code} />
          <Button variant="primary" type="submit" name="intent" value="password" className="justify-self-start">
            {t.password}
          </Button>
        </form>
      </section>
      <section aria-labelledby="everywhere" className="grid gap-4">
        <h2 id="everywhere" className="text-h3">
          {t.everywhere}
        </h2>
        <p>{t.everywhereText}</p>
        <form method="post">
          <FormToken value={desk.formToken} />
          <Button variant="secondary" type="submit" name="intent" value="sign-out">
            {t.everywhere}
          </Button>
        </form>
      </section>
    </div>
  );
}
