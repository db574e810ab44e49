import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import { isLanguage } from '#app/i18n/languages.ts';
import { Button } from '#app/ui/controls/button.tsx';
import type { Desk } from '../../access.server.ts';
import {
  type CompanySection,
  type FactField,
  fieldsOf,
  groupsOf,
  isListSection,
} from '../../company/company-sections.ts';
import type { FactValues } from '../../company/fact-values.ts';
import { controlId, type FormTarget, shownEntry, valuesAt } from '../../company/section-form.ts';
import { fill } from '../../texts/desk-texts.ts';
import { VerificationField } from '../code-field.tsx';
import { FormToken } from '../form-token.tsx';
import type { CompanyOutcome } from './company-outcome.ts';
import { FactControl } from './fact-control.tsx';
import { codeId, fieldLabel, formId, groupTitle, problemText } from './fact-labels.ts';

export interface SectionFormProps {
  desk: Desk;
  facts: CompanyFacts;
  /** The version of the facts on which a change is based. */
  version: number;
  target: FormTarget;
  outcome: CompanyOutcome;
}

/** A form that changes one section, or one entry of a list. */
export function SectionForm({ desk, facts, version, target, outcome }: SectionFormProps) {
  const t = desk.texts.company;
  const { section, entry } = target;
  const shown = shownEntry(facts, target);
  const hasPicture = fieldsOf(section).some(({ kind }) => kind === 'picture');
  const saved = valuesAt(facts, target);
  const isRejected = isSameTarget(outcome.target, target);
  const values = isRejected ? (outcome.values ?? saved) : saved;
  const controls = (fields: readonly FactField[]) =>
    fields.filter(isNeeded(values)).map((field) => {
      const fieldProblem = outcome.problems?.find(
        (other) => isSameTarget(other.target, target) && other.field === field.name,
      );
      return (
        <FactControl
          key={field.name}
          desk={desk}
          field={field}
          id={controlId(target, field.name)}
          label={fieldLabel(desk, field)}
          note={isOptional(section, field) ? t.optional : undefined}
          value={values[field.name] ?? ''}
          hint={
            isRejected && outcome.isOutdated && field.kind !== 'picture'
              ? currentValue(desk, saved, values, field)
              : pictureHint(desk, field)
          }
          error={fieldProblem && problemText(desk, fieldProblem)}
        />
      );
    });
  return (
    <form
      id={formId(target)}
      method="post"
      action="/desk/company"
      encType={hasPicture ? 'multipart/form-data' : undefined}
      className="grid max-w-form gap-4 pb-4"
    >
      <FormToken value={desk.formToken} />
      <input type="hidden" name="base" value={version} />
      <input type="hidden" name="section" value={section} />
      <input type="hidden" name="shown" value={shown} />
      {groupsOf(section).map(({ title, fields }) =>
        title === undefined ? (
          controls(fields)
        ) : (
          <fieldset key={title} className="grid gap-4">
            <legend className="mb-2 text-lead font-semibold">{groupTitle(desk, title)}</legend>
            {section === 'hours' ? (
              <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-4">{controls(fields)}</div>
            ) : (
              controls(fields)
            )}
          </fieldset>
        ),
      )}
      <VerificationField
        texts={desk.texts}
        id={codeId(target)}
        isVerified={desk.isVerified}
        error={isRejected && outcome.isCodeWrong ? desk.texts.signIn.wrong : undefined}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" name="intent" value="save">
          {t.save}
        </Button>
        {entry !== undefined && shown !== '' && (
          <Button variant="secondary" type="submit" name="intent" value="remove" formNoValidate>
            {t.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Returns whether two targets identify the same form. */
export function isSameTarget(one: FormTarget | undefined, other: FormTarget): boolean {
  return one?.section === other.section && one.entry === other.entry;
}

/** Returns whether a field may be left empty even if the form's other fields are filled in. */
function isOptional(section: CompanySection, { isRequired, language }: FactField): boolean {
  return (isListSection(section) && !isRequired) || (language !== undefined && !isLanguage(language));
}

/**
 * Returns a predicate for the fields to show: for each day, at least two periods, and a third once the second is filled
 * in.
 */
function isNeeded(values: FactValues) {
  return ({ name }: FactField) => {
    const [, day, index] = /^(hours\.\w+)\.(\d)\./.exec(name) ?? [];
    return day === undefined || Number(index) < 2 || hasPeriod(values, day, 1) || hasPeriod(values, day, 2);
  };
}

function hasPeriod(values: FactValues, day: string, index: number): boolean {
  return Boolean(values[`${day}.${index}.from`] ?? values[`${day}.${index}.to`]);
}

/** Returns what the site says now, if it differs from what somebody typed into an outdated form. */
function currentValue(desk: Desk, saved: FactValues, typed: FactValues, { name }: FactField): string | undefined {
  const { currentValue: text, currentNone } = desk.texts.company;
  const value = saved[name] ?? '';
  if (value === (typed[name] ?? '')) return undefined;
  return value === '' ? currentNone : fill(text, { value });
}

function pictureHint({ texts: { company: t } }: Desk, { kind, label }: FactField): string | undefined {
  if (kind !== 'picture') return undefined;
  return label === 'picture' ? t.pictureHint : t.logoHint;
}
