import { textIn } from '#app/company/facts/company-facts.ts';
import { Notice } from '#app/ui/messages/notice.tsx';
import { type CompanySection, isListSection, type ListSection } from '../../company/company-sections.ts';
import { isSameTarget, SectionForm, type SectionFormProps } from './section-form.tsx';

type Props = Omit<SectionFormProps, 'target'>;

/** A section of the company facts, collapsed under its title. */
export function CompanySectionPart({ section, ...props }: Props & { section: CompanySection }) {
  const { desk, outcome } = props;
  const t = desk.texts.company;
  const isOpen =
    outcome.saved === section ||
    outcome.target?.section === section ||
    outcome.problems?.some(({ target }) => target.section === section);
  return (
    <details id={section} open={isOpen} className="border-line [&+&]:border-t">
      <summary className="disclosure">
        <h2 className="inline text-lead">{t.section[section]}</h2>
      </summary>
      <div className="grid gap-3 pb-4">
        {outcome.saved === section && (
          <Notice>
            <p>{t.saved}</p>
          </Notice>
        )}
        <p className="max-w-form text-small text-ink-muted">{t.sectionHint[section]}</p>
        {isListSection(section) ? (
          <EntryForms {...props} section={section} />
        ) : (
          <SectionForm {...props} target={{ section }} />
        )}
      </div>
    </details>
  );
}

/** A form for each entry of a list, and one for a new entry. */
function EntryForms({ section, ...props }: Props & { section: ListSection }) {
  const { desk, facts, outcome } = props;
  const entries = [...(facts[section] ?? []).map(({ name }) => textIn(name, desk.language)), undefined];
  return (
    <div className="rounded-card border border-line px-4">
      {entries.map((name, entry) => {
        const target = { section, entry };
        const isOpen =
          isSameTarget(outcome.target, target) ||
          outcome.problems?.some((problem) => isSameTarget(problem.target, target));
        return (
          <details key={entry} open={isOpen} className="border-line [&+&]:border-t">
            <summary className="disclosure">
              {name === undefined ? desk.texts.company.add[section] : <bdi>{name}</bdi>}
            </summary>
            <SectionForm {...props} target={target} />
          </details>
        );
      })}
    </div>
  );
}
