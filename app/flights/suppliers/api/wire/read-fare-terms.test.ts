import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runSync } from '#app/clock/time-slices.ts';
import {
  firstDeparture,
  wireChunk,
  wireFare,
  wireLeg,
  wireProposal,
  wireSegment,
} from '#tests/support/wire-responses.ts';
import type { Offer } from '../../../model/flight.ts';
import { readPollResponse } from './read-poll-response.server.ts';

/** One leg out, two legs back. */
const roundTrip = [
  wireSegment(),
  wireSegment([
    wireLeg('FRA', 'IST', firstDeparture + 9 * 86_400, 180, { seats: 4 }),
    wireLeg('IST', 'RUH', firstDeparture + 9 * 86_400 + 5 * 3600, 240),
  ]),
];
const refundable = { return_before_flight: { available: true, penalty: null } };
const refundableForFee = {
  return_before_flight: { available: true, penalty: { currency_code: 'RUB', value: 4_500 } },
};
const notRefundable = { return_before_flight: { available: false } };

/** Reads the offer of a round trip whose fare has these terms. */
function offerWith(infos: unknown, segment: unknown = roundTrip): Offer | undefined {
  const fare = wireFare({ flight_additional_tariff_infos: infos });
  const proposal = wireProposal({ segment, terms: {}, xterms: { 65: { SMART: fare } } });
  const [chunk] = runSync(readPollResponse(JSON.stringify([wireChunk([proposal])]))).chunks;
  return chunk?.proposals[0]?.offers[0];
}

describe('the terms for refunds and changes', () => {
  test('are read separately, from all legs', () => {
    const leg = {
      return_before_flight: { available: true, penalty: { currency_code: 'RUB', value: 0 } },
      return_after_flight: { available: false },
      change_before_flight: { available: true, penalty: { currency_code: 'RUB', value: 3_100 } },
      change_after_flight: null,
    };
    expect(offerWith([[leg], [leg, leg]])).toMatchObject({ refund: 'yes', change: 'fee' });
  });

  test('may be plain booleans, as documented', () => {
    const leg = { return_before_flight: false, return_after_flight: false, change_before_flight: true };
    expect(offerWith([[leg], [leg, leg]])).toMatchObject({ refund: 'no', change: 'yes' });
  });

  test.each<[string, unknown[], Offer['refund']]>([
    ['a fee on one leg', [refundable, refundable, refundableForFee], 'fee'],
    [
      'a penalty without an amount',
      [refundable, { return_before_flight: { available: true, penalty: {} } }, refundable],
      'fee',
    ],
    ['one leg that does not say', [refundable, null, refundable], undefined],
    ['one leg with terms only after departure', [refundable, { return_after_flight: true }, refundable], undefined],
    ['one leg without refund, whatever others say', [null, notRefundable, refundable], 'no'],
    ['a word instead of true', [refundable, { return_before_flight: 'yes' }, refundable], undefined],
  ])('are those of the worst leg: %s', (_, [first, ...others], refund) => {
    expect(offerWith([[first], others])?.refund).toBe(refund);
  });

  test.each([undefined, null, [], [[]], [null, null], [[null], [null, null]], 'true', true, [[refundable]]])(
    'are not known without a statement for every leg (%j)',
    (infos) => {
      expect(offerWith(infos)).not.toHaveProperty('refund');
      expect(offerWith(infos)).not.toHaveProperty('change');
    },
  );

  test('never promise more than any leg allows', () => {
    const rank = { yes: 3, fee: 2, unknown: 1, no: 0 };
    const term = fc.constantFrom('yes', 'fee', 'no', 'unknown');
    const wire = {
      yes: refundable.return_before_flight,
      fee: refundableForFee.return_before_flight,
      no: false,
      unknown: null,
    };
    fc.assert(
      fc.property(fc.tuple(term, term, term), (legs) => {
        const [first, ...others] = legs.map((name) => ({ return_before_flight: wire[name] }));
        const promised = rank[offerWith([[first], others])?.refund ?? 'unknown'];
        for (const name of legs) expect(promised).toBeLessThanOrEqual(rank[name]);
        expect(promised).toBe(Math.min(...legs.map((name) => rank[name])));
      }),
    );
  });
});

describe('the seats left', () => {
  test('are the fewest of any leg', () => {
    expect(offerWith(undefined)?.seatsLeft).toBe(4);
  });

  test.each([undefined, null, 0, -1, 2.5, 'many', 1e9])('are not known if no leg states a number (%j)', (seats) => {
    const segment = [wireSegment([wireLeg('RUH', 'FRA', firstDeparture, 390, { seats })])];
    expect(offerWith(undefined, segment)).not.toHaveProperty('seatsLeft');
  });
});
