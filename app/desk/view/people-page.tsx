import { Button } from '#app/ui/controls/button.tsx';
import { Field } from '#app/ui/controls/field.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { Desk } from '../access.server.ts';
import { type Person, roles } from '../people/person.ts';
import { type DeskTexts, fill } from '../texts/desk-texts.ts';
import { VerificationField } from './code-field.tsx';
import { FormToken } from './form-token.tsx';
import { InputField } from './input-field.tsx';
import { LanguageField } from './language-field.tsx';

/** What a lead has just done, or why it was not possible. */
export interface PeopleOutcome {
  /** A new one-time link, as an absolute URL. */
  link?: { name: string; url: string };
  problem?: string;
  codeProblem?: string;
  /** The values of the form that was rejected. */
  entered?: { intent: string; personId: string; name: string; email: string; role: string; language: string };
}

/** Lists the people of the desk, with forms to add and change them. */
export function PeoplePage({
  desk,
  people,
  outcome = {},
}: {
  desk: Desk;
  people: readonly Person[];
  outcome?: PeopleOutcome;
}) {
  const t = desk.texts.people;
  return (
    <>
      {(outcome.problem ?? outcome.codeProblem) && (
        <Notice variant="problem">
          <p>{outcome.problem ?? outcome.codeProblem}</p>
        </Notice>
      )}
      {outcome.link && (
        <Notice>
          <p>{fill(t.link, { name: outcome.link.name })}</p>
          <p>
            <bdi dir="ltr" className="break-all">
              {outcome.link.url}
            </bdi>
          </p>
        </Notice>
      )}
      <div className="desk-columns">
        <ul className="desk-column-main">
          {people.map((person) => (
            <li key={person.id} className="grid gap-1 rounded-card bg-surface-raised p-4 shadow-raised">
              <div>
                <p className="font-semibold">
                  <bdi>{person.name}</bdi>
                  {person.id === desk.person.id && <span className="font-normal text-ink-muted"> ({t.you})</span>}
                </p>
                <p className="text-small text-ink-muted">
                  <bdi dir="ltr" className="block break-all">
                    {person.email}
                  </bdi>
                  {t.role[person.role]} · {t.state[stateOf(person)]}
                </p>
              </div>
              {person.id !== desk.person.id && (
                <PersonActions desk={desk} person={person} isOpen={outcome.entered?.personId === person.id} />
              )}
            </li>
          ))}
        </ul>
        <div className="desk-column-aside">
          <AddPerson desk={desk} outcome={outcome} />
        </div>
      </div>
    </>
  );
}

function stateOf({ hasJoined, mustRenewApp, disabledAt }: Person): keyof DeskTexts['people']['state'] {
  if (disabledAt !== undefined) return 'disabled';
  if (mustRenewApp) return 'outdated';
  return hasJoined ? 'active' : 'invited';
}

function PersonActions({ desk, person, isOpen }: { desk: Desk; person: Person; isOpen: boolean }) {
  const t = desk.texts.people;
  const isDisabled = person.disabledAt !== undefined;
  const actions = [
    { intent: 'reset', label: t.reset },
    person.role === 'lead'
      ? { intent: 'coordinator', label: t.makeCoordinator }
      : { intent: 'lead', label: t.makeLead },
    isDisabled ? { intent: 'enable', label: t.enable } : { intent: 'disable', label: t.disable },
  ];
  return (
    <details open={isOpen}>
      <summary className="disclosure">{t.change}</summary>
      <form method="post" className="grid gap-4 pt-2">
        <FormToken value={desk.formToken} />
        <input type="hidden" name="person" value={person.id} />
        <VerificationField id={`code-${person.id}`} texts={desk.texts} isVerified={desk.isVerified} />
        <div className="flex flex-wrap gap-3">
          {actions.map(({ intent, label }) => (
            <Button key={intent} variant="secondary" type="submit" name="intent" value={intent}>
              {label}
            </Button>
          ))}
        </div>
      </form>
    </details>
  );
}

function AddPerson({ desk, outcome }: { desk: Desk; outcome: PeopleOutcome }) {
  const t = desk.texts.people;
  const entered = outcome.entered?.intent === 'add' ? outcome.entered : undefined;
  return (
    <section aria-labelledby="add" className="grid max-w-form gap-4">
      <h2 id="add" className="text-h3">
        {t.add}
      </h2>
      <form method="post" className="grid gap-4">
        <FormToken value={desk.formToken} />
        <InputField id="name" label={t.name} maxLength={100} autoComplete="off" defaultValue={entered?.name} />
        <InputField
          id="email"
          label={t.email}
          type="email"
          maxLength={254}
          autoComplete="off"
          dir="ltr"
          defaultValue={entered?.email}
        />
        <Field id="role" label={t.roleLabel}>
          <Select id="role" name="role" defaultValue={entered?.role ?? 'coordinator'}>
            {roles.map((role) => (
              <option key={role} value={role}>
                {t.role[role]}
              </option>
            ))}
          </Select>
        </Field>
        <LanguageField label={t.language} value={entered?.language ?? desk.language} />
        <VerificationField texts={desk.texts} isVerified={desk.isVerified} />
        <Button variant="primary" type="submit" name="intent" value="add" className="justify-self-start">
          {t.invite}
        </Button>
      </form>
    </section>
  );
}
