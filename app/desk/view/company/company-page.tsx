import type { VersionInfo } from '#app/company-store/facts-history.server.ts';
import { ErrorSummary } from '#app/ui/messages/error-summary.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { Desk } from '../../access.server.ts';
import { companySections } from '../../company/company-sections.ts';
import type { EditedFacts } from '../../company/save-company.server.ts';
import { controlId } from '../../company/section-form.ts';
import type { Person } from '../../people/person.ts';
import type { CompanyOutcome } from './company-outcome.ts';
import { CompanySectionPart } from './company-section.tsx';
import { codeId, fieldProblemText } from './fact-labels.ts';
import { FactsHistory } from './facts-history.tsx';

/** What the site says about the company, with the forms of each section, and the history of changes. */
export function CompanyPage({
  desk,
  edited: { version, facts },
  versions,
  people,
  outcome = {},
}: {
  desk: Desk;
  edited: EditedFacts;
  versions: readonly VersionInfo[];
  people: readonly Person[];
  outcome?: CompanyOutcome;
}) {
  const t = desk.texts.company;
  const items = [
    ...(outcome.isCodeWrong ? [{ controlId: codeId(outcome.target), message: desk.texts.signIn.code }] : []),
    ...(outcome.problems ?? []).map((fieldProblem) => ({
      controlId: controlId(fieldProblem.target, fieldProblem.field),
      message: fieldProblemText(desk, fieldProblem),
    })),
  ];
  return (
    <>
      {items.length > 0 && (
        <ErrorSummary title={outcome.isCodeWrong ? t.codeProblem : t.problems} items={items} attempt={undefined} />
      )}
      {outcome.problem && (
        <Notice variant="problem">
          <p>{outcome.problem}</p>
        </Notice>
      )}
      {outcome.undone && (
        <Notice>
          <p>{t.undone}</p>
        </Notice>
      )}
      <p className="max-w-form">{t.intro}</p>
      <div className="rounded-card bg-surface-raised px-4 shadow-raised">
        {companySections.map((section) => (
          <CompanySectionPart
            key={section}
            section={section}
            desk={desk}
            facts={facts}
            version={version}
            outcome={outcome}
          />
        ))}
      </div>
      <FactsHistory desk={desk} versions={versions} people={people} outcome={outcome} />
    </>
  );
}
