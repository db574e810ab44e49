/** Why a proposal, or one of its fares, was left out. */
type DropReason =
  | 'not a proposal'
  | 'no segments'
  | 'invalid legs'
  | 'no airport'
  | 'no time'
  | 'no time zone'
  | 'impossible time'
  | 'impossible layover'
  | 'no fare'
  | 'fare without gate'
  | 'fare without price'
  | 'fare without currency code'
  | 'fare without link';

/** Counts what is left out of a response, for the log, so that a field renamed by a supplier does not go unnoticed. */
export class DropCounts {
  readonly #counts = new Map<DropReason, number>();

  /** Counts one part that is left out. */
  add(reason: DropReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** Counts by reason; undefined if nothing was left out. */
  get byReason(): Record<string, number> | undefined {
    return this.#counts.size > 0 ? Object.fromEntries(this.#counts) : undefined;
  }
}
