/** An item of a suggestion list. */
export interface Suggestion {
  /** Unique within its list. */
  key: string;
  /** The field's text once it is chosen. */
  text: string;
}
