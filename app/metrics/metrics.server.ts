import type { Desk } from '#app/delivery/channels/desk.server.ts';
import { type FlightSupplier, isSupplierError } from '#app/flights/suppliers/supplier.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { createRequestTotals, type RequestTotals } from './request-totals.server.ts';
import { createScrapedGauges, type ScrapeSources } from './scraped-gauges.server.ts';

/** Upper limits of the durations of deliveries and of requests to the flight supplier (s). */
const callLimits = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** The metrics of this process, for Prometheus. Their labels come from short lists in the code, never from a visitor. */
export interface Metrics {
  requests: RequestTotals;
  /** Wraps a desk, so that its deliveries are counted and timed. */
  meterDesk(desk: Desk): Desk;
  /** Wraps a supplier, so that its requests are counted and timed. */
  meterSupplier(supplier: FlightSupplier): FlightSupplier;
  /** Returns a function that resolves to all metrics in Prometheus' text format, version 0.0.4. */
  exposition(sources: ScrapeSources): () => Promise<string>;
}

/** Opens the metrics, with those of Node: memory, event loop, processor. Only this function loads prom-client. */
export async function openMetrics(log: Log): Promise<Metrics> {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const requests = createRequestTotals();
  const deliveries = new prometheus.Counter({
    name: 'site_deliveries_total',
    help: 'Attempts to deliver a message to the desk. Those with the purpose "enquiry" are the requests themselves.',
    labelNames: ['kind', 'purpose', 'desk', 'outcome'],
    registers: [registry],
  });
  const deliveryDurations = new prometheus.Histogram({
    name: 'site_delivery_duration_seconds',
    help: 'How long attempts to deliver a message took.',
    labelNames: ['desk'],
    buckets: callLimits,
    registers: [registry],
  });
  const supplierRequests = new prometheus.Histogram({
    name: 'site_flight_supplier_duration_seconds',
    help: 'Requests to the flight supplier, by outcome; each new search is one "start".',
    labelNames: ['request', 'outcome'],
    buckets: callLimits,
    registers: [registry],
  });

  function meterRequest<Arguments extends unknown[], Result>(
    request: string,
    send: (...args: Arguments) => Promise<Result>,
  ): (...args: Arguments) => Promise<Result> {
    return async (...args) => {
      const end = supplierRequests.startTimer({ request });
      try {
        const result = await send(...args);
        end({ outcome: 'ok' });
        return result;
      } catch (error) {
        end({ outcome: isSupplierError(error) ? error.problem : 'failed' });
        throw error;
      }
    };
  }

  return {
    requests,
    meterDesk: (desk) => ({
      ...desk,
      async deliver(message, attempt) {
        const end = deliveryDurations.startTimer({ desk: desk.name });
        const result = await desk.deliver(message, attempt);
        end();
        const { purpose } = message;
        const kind = purpose === 'erasure' ? message.kind : message.enquiry.kind;
        deliveries.inc({ kind, purpose, desk: desk.name, outcome: result.outcome });
        return result;
      },
    }),
    meterSupplier: (supplier) => ({
      ...supplier,
      start: meterRequest('start', (query, context) => supplier.start(query, context)),
      poll: meterRequest('poll', (cursor, query) => supplier.poll(cursor, query)),
      ...(supplier.fares && { fares: meterRequest('fares', supplier.fares.bind(supplier)) }),
      bookingLink: meterRequest('bookingLink', (cursor, fareId, context) =>
        supplier.bookingLink(cursor, fareId, context),
      ),
    }),
    exposition(sources) {
      const updateGauges = createScrapedGauges(prometheus, registry, sources, log);
      return async () => {
        await updateGauges();
        return `${await registry.metrics()}\n${requests.toText()}`;
      };
    },
  };
}
