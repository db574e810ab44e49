import type { VersionInfo } from '#app/company-store/facts-history.server.ts';
import { Button } from '#app/ui/controls/button.tsx';
import type { Desk } from '../../access.server.ts';
import type { Person } from '../../people/person.ts';
import { fill } from '../../texts/desk-texts.ts';
import { VerificationField } from '../code-field.tsx';
import { formatDeskTime } from '../desk-time.ts';
import { FormToken } from '../form-token.tsx';
import type { CompanyOutcome } from './company-outcome.ts';
import { codeId } from './fact-labels.ts';

/** The saved versions of the company facts, newest first, with a form that undoes the newest one. */
export function FactsHistory({
  desk,
  versions,
  people,
  outcome,
}: {
  desk: Desk;
  versions: readonly VersionInfo[];
  people: readonly Person[];
  outcome: CompanyOutcome;
}) {
  const t = desk.texts.company;
  const [newest] = versions;
  return (
    <section aria-labelledby="changes" className="grid gap-3">
      <h2 id="changes" className="text-h3">
        {t.history}
      </h2>
      {newest === undefined ? (
        <p>{t.historyNone}</p>
      ) : (
        <>
          <form method="post" action="/desk/company" className="grid max-w-form gap-3">
            <FormToken value={desk.formToken} />
            <input type="hidden" name="base" value={newest.version} />
            <p className="text-small text-ink-muted">{t.undoHint}</p>
            <VerificationField
              texts={desk.texts}
              id={codeId(undefined)}
              isVerified={desk.isVerified}
              error={outcome.isCodeWrong && !outcome.target ? desk.texts.signIn.wrong : undefined}
            />
            <Button variant="secondary" type="submit" name="intent" value="undo" className="justify-self-start">
              {t.undo}
            </Button>
          </form>
          <ol className="rounded-card bg-surface-raised px-4">
            {versions.map(({ version, savedAt, savedBy }) => (
              <li key={version} className="desk-row">
                <span className="text-small text-ink-muted">{formatDeskTime(savedAt, desk.language)}</span>
                <span>
                  {fill(t.version, { number: version })} · <bdi>{savedByName(savedBy, people, t.formerColleague)}</bdi>
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** Returns the name of whoever saved a version. */
export function savedByName(savedBy: VersionInfo['savedBy'], people: readonly Person[], unknown: string): string {
  if ('name' in savedBy) return savedBy.name;
  return people.find(({ id }) => id === savedBy.personId)?.name ?? unknown;
}
