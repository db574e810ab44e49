import type { Language } from '#app/i18n/languages.ts';
import type { Chunk, Flight } from '../model/flight.ts';
import type { FlightQuery } from '../model/flight-query.ts';
import type { Visitor } from './visitor.ts';

/** A source of flights: the product's API, or sample data while there is none. */
export interface FlightSupplier {
  /** Short and constant: it is stored with each search, and other suppliers' searches are never continued. */
  name: string;
  timing: SupplierTiming;
  /** Whether the flights are samples. If so, every page says so and nothing can be booked. */
  isSample: boolean;
  /** Whether the supplier requires the visitor's address and browser. Only then are they read at all. */
  needsVisitor?: boolean;
  /**
   * Starts a search.
   * @throws {SupplierError}
   */
  start(query: FlightQuery, context: StartContext): Promise<SupplierSession>;
  /**
   * Polls for results. Chunks may be repeated, because they are recognised by their ids.
   * @param cursor cursor from the previous response
   * @param query the criteria with which the search was started
   * @throws {SupplierError}
   */
  poll(cursor: string, query: FlightQuery): Promise<PollResponse>;
  /**
   * Requests all fares of one flight with their current prices. Only for suppliers whose polls do not deliver every fare;
   * called when a visitor opens the flight's page.
   * @param cursor cursor from the last response
   * @throws {SupplierError}
   */
  fares?(cursor: string, flight: Flight, context: RequestContext): Promise<FlightFares>;
  /**
   * Requests a fare's booking link. Call this only when a visitor wants to follow the link: suppliers forbid collecting
   * links. Never called for an offer that is `onRequest`.
   * @param cursor cursor from the last response
   * @param fareId fare id of the offer
   * @throws {SupplierError}
   */
  bookingLink(cursor: string, fareId: string, context: RequestContext): Promise<BookingLink>;
}

/** What a supplier is told about a visitor's request. */
export interface RequestContext {
  language: Language;
  /** Only for a supplier that needs it; missing if it is not known. */
  visitor?: Visitor;
}

/** What a supplier is told at the start of a search. */
interface StartContext extends RequestContext {
  /** The currency in which prices are wanted (ISO 4217). A supplier may respond in others. */
  currency: string;
}

/** Time limits and intervals of a supplier's searches (ms). */
export interface SupplierTiming {
  /** Time between the starts of two polls of one search, unless a response specifies another pause. */
  pollInterval: number;
  /** Time from the start of a search to the last poll. */
  maxDuration: number;
  /** Time from the start of a search during which its offers can be booked. */
  offerLifetime: number;
}

/** The state of a search at its supplier. */
export interface SupplierSession {
  /** Everything that the supplier needs to continue the search. Only the supplier reads it. */
  cursor: string;
  /** Pause between the start of this request and the next poll (ms); defaults to the poll interval. */
  pause?: number;
}

/** One response to a poll. */
export interface PollResponse extends SupplierSession {
  chunks: Chunk[];
  /** Whether the supplier has delivered all chunks. */
  isComplete: boolean;
  /** What could not be read, counted by reason, for the log; missing if everything was read. */
  dropped?: Record<string, number>;
  /** What was left out because it contradicts the search or itself, counted by contradiction, for the log. */
  leftOut?: Record<string, number>;
}

/** The fares of one flight, with the names that they refer to. */
export type FlightFares = Omit<Chunk, 'id'>;

/** A link to the booking page of a fare, or a form to post to it. */
export interface BookingLink {
  /** An http or https URL. */
  url: string;
  method: 'GET' | 'POST';
  /** Form fields of a POST. */
  params: Record<string, string>;
  /** When the link stops working (seconds since 1970), if the supplier says so. */
  expiresAt?: number;
}

/**
 * The reason why a supplier request failed:
 * - `refused`: the response has no success status
 * - `no_search_id`: the search was not started (spec, section 8)
 * - `unreadable`: the response does not match the format
 * - `too_large`: the response is larger than allowed
 * - `unreachable`: there was no complete response in time
 * - `not_bookable`: the fare has no booking link
 * - `expired`: the offer or its link has expired
 */
export type SupplierProblem =
  'refused' | 'no_search_id' | 'unreadable' | 'too_large' | 'unreachable' | 'not_bookable' | 'expired';

/** Thrown when a supplier request fails. The message is for the log and contains no visitor data. */
export class SupplierError extends Error {
  override name = 'SupplierError';
  readonly problem: SupplierProblem;

  constructor(problem: SupplierProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/**
 * Whether an error is a `SupplierError`. Compares names, because a supplier that is loaded before the site has its own
 * copy of the class.
 */
export function isSupplierError(error: unknown): error is SupplierError {
  return error instanceof Error && error.name === 'SupplierError';
}
