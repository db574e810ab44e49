import { sql } from 'kysely';

/** SQL expression, for queries on `enquiries`, of an enquiry's arrival in trusted time (Unix time in ms). */
export const trustedArrival = sql<number>`enquiries.received_at + enquiries.clock_behind`;
