import type { Suggestion } from '#app/forms/inputs/suggestion.ts';

/** A town or an airport, as suggested by a place field. */
export interface PlaceSuggestion extends Suggestion {
  name: string;
  /** The IATA code of an airport; undefined for a town. */
  code?: string;
  detail: string;
}
