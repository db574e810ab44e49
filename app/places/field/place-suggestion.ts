import type { Suggestion } from '#app/forms/inputs/suggestion.ts';

/** A town or an airport as the field offers it. */
export interface PlaceSuggestion extends Suggestion {
  name: string;
  /** IATA; a town has none. */
  code?: string;
  detail: string;
}
