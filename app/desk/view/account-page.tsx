import { Button } from '#app/ui/controls/button.tsx';
import { describedBy, Field } from '#app/ui/controls/field.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import type { Desk } from '../access.server.ts';
import { deskLanguageNames } from '../people/person.ts';
import { CodeField } from './code-field.tsx';
import { FormToken } from './form-token.tsx';

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
        <Field id="language" label={t.language}>
          <Select id="language" name="language" defaultValue={desk.language}>
            {deskLanguageNames.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
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
          <PasswordField id="current" label={t.current} autoComplete="current-password" error={problems.current} />
          <PasswordField
            id="password"
            label={desk.texts.join.password}
            hint={desk.texts.join.passwordHint}
            autoComplete="new-password"
            error={problems.password}
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

function PasswordField({
  id,
  label,
  hint,
  error,
  autoComplete,
}: {
  id: string;
  label: string;
  hint?: string;
  error?: string;
  autoComplete: 'current-password' | 'new-password';
}) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        name={id}
        type="password"
        required
        maxLength={512}
        autoComplete={autoComplete}
        dir="ltr"
        aria-describedby={describedBy(id, { hint: hint !== undefined, error: error !== undefined })}
        className="control"
      />
    </Field>
  );
}
