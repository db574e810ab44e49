import type { FactValues } from '../../company/fact-values.ts';
import type { FormPlace, PlacedProblem } from '../../company/section-form.ts';

/** What became of a form of the company page. */
export interface CompanyOutcome {
  /** The section that was saved. */
  saved?: string | null;
  /** Whether a version was undone. */
  undone?: boolean;
  /** The form that was refused; undefined for the one that undoes. */
  place?: FormPlace | undefined;
  /** What was typed into it. */
  values?: FactValues;
  problems?: readonly PlacedProblem[];
  /** Why nothing was saved, if it is not a fact. */
  problem?: string;
  /** Whether the code was missing or wrong. */
  isCodeWrong?: boolean;
  /** Whether somebody has saved other facts since the form was shown. */
  isOutdated?: boolean;
}
