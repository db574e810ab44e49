/** What became of a form of the request page. */
export interface RequestOutcome {
  /** Something was changed. */
  changed?: boolean;
  /** Why nothing was changed. */
  problem?: string;
  /** What was typed in the form that was refused. */
  entered?: {
    intent: string;
    text: string;
    again?: string;
    outcome?: string;
    reason?: string;
    person?: string;
    sentences?: string[];
  };
  /** A link for the family, which is shown once. */
  link?: string;
}
