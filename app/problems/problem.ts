/** The kinds of error page and their HTTP statuses (RFC 9110, section 15; RFC 6585). */
const problems = [
  ['unreadable', [400, 405, 408, 411, 414, 431]],
  ['forbidden', [403]],
  ['not_found', [404]],
  ['gone', [410]],
  ['too_large', [413]],
  ['wrong_host', [421]],
  ['too_many', [429]],
  ['crash', [500]],
  ['no_answer', [502, 504]],
  ['unavailable', [503]],
  // Only named by the data of a response.
  ['erasure_unrecorded', []],
] as const;

/** A kind of error page: the second part of the translation keys `problem.…`. */
export type Problem = (typeof problems)[number][0];

/** Returns the kind of error page for a status; unlisted statuses are `unreadable` below 500, else `crash`. */
export function problemForStatus(status: number): Problem {
  const found = problems.find(([, statuses]) => (statuses as readonly number[]).includes(status));
  return found?.[0] ?? (status < 500 ? 'unreadable' : 'crash');
}

/**
 * Returns the kind of error page for a route error: the one that the data of a thrown response names as its `problem`,
 * otherwise the one for the status.
 */
export function problemOf(error: unknown, status: number): Problem {
  const { data } = Object(error) as { data?: unknown };
  const { problem } = Object(data) as { problem?: unknown };
  return problems.find(([name]) => name === problem)?.[0] ?? problemForStatus(status);
}
