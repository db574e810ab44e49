/** An item of a suggestion list. */
export interface Suggestion {
  /** Unique within its list. */
  key: string;
  /** The text that the field gets when the item is chosen. */
  text: string;
}
