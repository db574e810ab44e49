import type { z } from 'zod';
import { type CompanyFacts, companyFactsSchema } from './company-facts.ts';
import { type FactProblem, isProblemKey, type ProblemKey } from './fact-problem.ts';

/**
 * Checks facts from a file or a form.
 * @param value parsed JSON
 * @returns the facts, with trimmed texts; or all problems with them
 */
export function checkFacts(value: unknown): { facts: CompanyFacts } | { problems: FactProblem[] } {
  const result = companyFactsSchema.safeParse(value, { error: explain });
  return result.success ? { facts: result.data } : { problems: result.error.issues.flatMap(problemsOf) };
}

function problemsOf(issue: z.core.$ZodIssue): FactProblem[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => ({ path: [...path, name], key: 'unknown_fact', values: {} }));
  }
  if (!isProblemKey(issue.message)) throw new Error(`A rule of the company facts has no key: ${issue.message}`);
  return [{ path, key: issue.message, values: issue.code === 'too_big' ? { max: Number(issue.maximum) } : {} }];
}

const kinds: Record<string, ProblemKey> = { string: 'not_text', array: 'not_list', object: 'not_group' };

/** Returns the key for an issue of Zod's built-in checks. The schema defines the keys of its own rules. */
function explain(issue: z.core.$ZodRawIssue): ProblemKey | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'missing' : kinds[issue.expected];
}
