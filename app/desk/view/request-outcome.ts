/** The outcome of a form on the request page. */
export interface RequestOutcome {
  /** Whether something was changed. */
  changed?: boolean;
  /** Why nothing was changed. */
  problem?: string;
  /** What was typed in the form that was rejected. */
  entered?: {
    intent: string;
    text: string;
    /** When to call again, as typed. */
    again?: string;
    outcome?: string;
    reason?: string;
    person?: string;
    sentences?: string[];
  };
  /** A link for the family, which is shown once. */
  link?: string;
}
