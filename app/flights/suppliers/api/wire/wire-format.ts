/**
 * The supplier's JSON format as we generate it (sample data, stub API). Parsing in `read-answer.server.ts` does not
 * rely on these types.
 */

/** One item of a response. The last one has only `search_id`. */
export interface WireChunk {
  chunk_id?: string;
  search_id: string;
  gates_info?: Record<string, { label: string; currency_code: string; is_airline?: boolean }>;
  airlines?: Record<string, { name: string }>;
  airports?: Record<string, { name: string }>;
  proposals?: WireProposal[];
  market?: string;
}

export interface WireProposal {
  /** Identifies the same flights across gates. */
  sign: string;
  segment: WireSegment[];
  /** By gate: the cheapest fare. */
  terms: Record<string, WireFare>;
  /** By gate and fare name. */
  xterms?: Record<string, Record<string, WireFare>>;
  is_virtual_interline?: boolean;
}

export interface WireSegment {
  flight: WireLeg[];
  transfers?: WireTransfer[];
  tags?: string[];
}

export interface WireLeg {
  departure: string;
  arrival: string;
  departure_timestamp: number;
  arrival_timestamp: number;
  /** Local times stored as if UTC. */
  local_departure_timestamp: number;
  local_arrival_timestamp: number;
  departure_date: string;
  departure_time: string;
  arrival_date: string;
  arrival_time: string;
  /** Flight time (min). */
  duration: number;
  /** Layover before this leg (min). */
  delay: number;
  marketing_carrier?: string;
  operating_carrier: string;
  operated_by?: string;
  number: string | number;
  aircraft?: string;
  equipment?: string;
  technical_stops?: { airport_code: string }[] | null;
  trip_class: string;
  seats?: number;
  is_bus?: boolean;
  is_train?: boolean;
}

export interface WireTransfer {
  at: string;
  to: string;
  duration_seconds: number;
  night_transfer?: boolean;
  recheck_baggage?: boolean;
  tags?: string[];
}

export interface WireFare {
  price: number | string;
  currency?: string | null;
  unified_price: number;
  url: number | string;
  /** By segment and leg. */
  flights_baggage?: unknown;
  flights_handbags?: unknown;
}
