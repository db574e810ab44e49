import type { Language } from '#app/i18n/languages.ts';
import type { Chunk } from '../model/flight.ts';
import type { FlightQuery } from '../model/flight-query.ts';

/** A source of flights: the product's API, or sample data while there is none. */
export interface FlightSupplier {
  /** Short and constant: searches that another supplier has begun are not continued. */
  name: string;
  timing: SupplierTiming;
  /** Whether its flights are samples: every page says so, and nothing can be booked. */
  isSample: boolean;
  /**
   * Starts a search.
   * @throws {SupplierError}
   */
  start(query: FlightQuery, language: Language): Promise<SupplierSession>;
  /**
   * Polls for results. Chunks may be repeated; they are recognised by their ids.
   * @param cursor from the answer before
   * @throws {SupplierError}
   */
  poll(cursor: string): Promise<PollResponse>;
  /**
   * Requests a fare's booking link. Call it only when a visitor wants to go there: collecting links is forbidden.
   * @param cursor from the last answer
   * @param fareId of the offer
   * @throws {SupplierError}
   */
  bookingLink(cursor: string, fareId: string, language: Language): Promise<BookingLink>;
}

/** How a supplier's searches go on (ms). */
export interface SupplierTiming {
  /** Between the beginnings of two polls of one search, unless an answer says otherwise. */
  pollInterval: number;
  /** From the start of a search until nobody polls any more. */
  maxDuration: number;
  /** From the start of a search until its offers cannot be booked any more. */
  offerLifetime: number;
}

/** Where a search stands at its supplier. */
export interface SupplierSession {
  /** All that the supplier needs to continue. It is stored and handed back, and read by nobody but the supplier. */
  cursor: string;
  /** Pause until the next poll, from the beginning of this request (ms); by default the poll interval. */
  pause?: number;
}

/** One response to a poll. */
export interface PollResponse extends SupplierSession {
  chunks: Chunk[];
  /** There will be no more chunks. */
  isComplete: boolean;
}

/** Where a fare is booked: a link, or a form that is posted to the partner. */
export interface BookingLink {
  /** http or https. */
  url: string;
  method: 'GET' | 'POST';
  /** The fields of a POST. */
  params: Record<string, string>;
}

/**
 * - `refused`: a response without a success status
 * - `no_search_id`: the search was not started (spec, section 8)
 * - `unreadable`: the response does not match the format, or is too large
 * - `unreachable`: no response, or none in time
 * - `not_bookable`: there is no link for this fare
 */
export type SupplierProblem = 'refused' | 'no_search_id' | 'unreadable' | 'unreachable' | 'not_bookable';

/** A supplier request failed. The message is for the log and contains no visitor's data. */
export class SupplierError extends Error {
  override name = 'SupplierError';
  readonly problem: SupplierProblem;

  constructor(problem: SupplierProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
