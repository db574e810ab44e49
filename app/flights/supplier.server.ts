import type { Language } from '#app/i18n/languages.ts';
import type { Chunk } from './flight.ts';
import type { FlightQuery } from './flight-query.ts';

/** Where flights come from: the product's API, or made-up ones while there is none. */
export interface FlightSupplier {
  /** Its flights are made up: every page says so, and nothing can be booked. */
  isSample: boolean;
  /**
   * Starts a search.
   * @returns the supplier's own id for it
   * @throws {SupplierError}
   */
  start(query: FlightQuery, language: Language): Promise<string>;
  /**
   * Asks what there is. Chunks that were delivered before may come again, and are told by their ids.
   * @throws {SupplierError}
   */
  poll(supplierSearchId: string): Promise<Answer>;
  /**
   * Where a fare is booked. To be asked for only when a visitor wants to go there: collecting links is forbidden.
   * @throws {SupplierError}
   */
  bookingLink(supplierSearchId: string, urlId: string, language: Language): Promise<BookingLink>;
}

export interface Answer {
  chunks: Chunk[];
  /** Nothing more will come. */
  isEnd: boolean;
}

export interface BookingLink {
  /** http or https. */
  url: string;
  method: 'GET' | 'POST';
  /** The fields of a POST. */
  params: Record<string, string>;
}

/**
 * - `refused`: it answered, with a status that is not a success
 * - `no_search_id`: the search was not started (spec, section 8)
 * - `unreadable`: the answer is not what was agreed, or larger than is read
 * - `unreachable`: no answer, or none in time
 * - `not_bookable`: there is no link for this fare
 */
export type SupplierProblem = 'refused' | 'no_search_id' | 'unreadable' | 'unreachable' | 'not_bookable';

/** Why a supplier gave no answer. The message is for the log and names no visitor's data. */
export class SupplierError extends Error {
  override name = 'SupplierError';
  readonly problem: SupplierProblem;

  constructor(problem: SupplierProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
