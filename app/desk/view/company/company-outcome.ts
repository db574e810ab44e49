import type { FactValues } from '../../company/fact-values.ts';
import type { FieldProblem, FormTarget } from '../../company/section-form.ts';

/** The outcome of a form on the company page. */
export interface CompanyOutcome {
  /** The section that was saved. */
  saved?: string | null;
  /** Whether a version was undone. */
  undone?: boolean;
  /** The form that was rejected; undefined for the form that undoes a version. */
  target?: FormTarget | undefined;
  /** What was typed into it. */
  values?: FactValues;
  problems?: readonly FieldProblem[];
  /** Why nothing was saved, if for a reason other than invalid fields. */
  problem?: string;
  /** Whether the code was missing or wrong. */
  isCodeWrong?: boolean;
  /** Whether somebody has saved other facts since the form was shown. */
  isOutdated?: boolean;
}
