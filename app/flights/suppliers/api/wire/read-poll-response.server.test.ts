import { describe, expect, test } from 'vitest';
import { runSync } from '#app/clock/time-slices.ts';
import { chunkProblems } from '#tests/support/flight-invariants.ts';
import { randomResponses } from '#tests/support/random-wire-responses.ts';
import {
  firstDeparture,
  wireChunk,
  wireEnd,
  wireFare,
  wireLeg,
  wireProposal,
  wireSegment,
  wireTransfer,
} from '#tests/support/wire-responses.ts';
import type { Chunk, Leg, Offer, Proposal, Segment } from '../../../model/flight.ts';
import { seededRandom } from '../../sample/seeded-random.ts';
import { SupplierError } from '../../supplier.server.ts';
import { type ParsedResponse, readPollResponse } from './read-poll-response.server.ts';

describe('the envelope', () => {
  test('treats an empty array as no new results', () => {
    expect(runSync(readPollResponse('[]'))).toEqual({ chunks: [], isComplete: false });
  });

  test('accepts a chunk without proposals', () => {
    for (const proposals of [[], null, undefined]) {
      expect(read(wireChunk([], { proposals }))).toMatchObject({ chunks: [{ proposals: [] }], isComplete: false });
    }
  });

  test('completes the search at an item without a chunk id, alone or after chunks', () => {
    expect(read(wireEnd)).toEqual({ chunks: [], isComplete: true });
    const { chunks, isComplete } = read(wireChunk(), wireChunk([], { chunk_id: 'other' }), wireEnd);
    expect(isComplete).toBe(true);
    expect(chunks.map(({ id }) => id)).toEqual(['855a6fe6-8d83-11eb-a52d-a68894ea614d', 'other']);
    expect(read({ ...wireEnd, chunk_id: null }).isComplete).toBe(true);
    expect(read({ ...wireEnd, chunk_id: '' }).isComplete).toBe(true);
  });

  test('reads an item without a chunk id if it has proposals, and then completes the search', () => {
    const nameless = wireChunk([wireProposal()], { chunk_id: undefined });
    const { chunks, isComplete } = read(wireChunk([]), nameless);
    expect([isComplete, chunks.map(({ proposals }) => proposals.length)]).toEqual([true, [0, 1]]);
    const other = wireChunk([wireProposal({ terms: { 17: wireFare() } })], { chunk_id: undefined });
    const ids = [nameless, nameless, other].map((item) => read(item).chunks[0]?.id);
    expect(ids[1], 'a repeat is recognised').toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test('becomes several chunks if it is large, with the same ids whenever it is repeated', () => {
    const proposals = Array.from({ length: 250 }, (_, url) => wireProposal({ terms: { 65: wireFare({ url }) } }));
    const { chunks } = read(wireChunk(proposals));
    expect(chunks.map((chunk) => chunk.proposals.length)).toEqual([100, 100, 50]);
    expect(chunks.map(({ gates }) => Object.keys(gates).length)).toEqual([1, 0, 0]);
    const repeated = read(wireChunk([], { chunk_id: 'other' }), wireChunk(proposals)).chunks;
    expect(repeated.slice(1)).toEqual(chunks);
    expect(new Set(repeated.map(({ id }) => id)).size).toBe(4);
  });

  test('counts by reason what is left out', () => {
    const legless = { segment: [{ flight: null }] };
    const late = { segment: [wireSegment([wireLeg('RUH', 'FRA', firstDeparture, 390, { arrival: 'X' })])] };
    const fares = {
      Y: wireFare({ currency: 'riyal' }),
      C: wireFare({ price: 0 }),
      F: wireFare({ url: null }),
      W: wireFare({ url: 7 }),
    };
    const first = wireChunk([null, wireProposal({ segment: [] }), wireProposal(legless), wireProposal(late)]);
    const second = wireChunk([
      wireProposal({ xterms: { 65: fares } }),
      wireProposal({ terms: { 65: wireFare({ currency: ' ' }) } }),
    ]);
    expect(read(first, { ...second, chunk_id: 'second' }).dropped).toEqual({
      'not a proposal': 1,
      'no segments': 1,
      'invalid legs': 1,
      'no airport': 1,
      'no fare': 1,
      'fare without currency code': 2,
      'fare without price': 1,
      'fare without link': 1,
    });
    expect(read(wireChunk())).not.toHaveProperty('dropped');
  });

  test('accepts a number as chunk id', () => {
    expect(read(wireChunk([], { chunk_id: 0 }), wireChunk([], { chunk_id: 17 })).chunks.map(({ id }) => id)).toEqual([
      '0',
      '17',
    ]);
  });

  test.each([
    '',
    'nonsense',
    '[',
    '{}',
    'null',
    '"text"',
    '12',
    '[null]',
    '[[]]',
    '["text"]',
    '[{"chunk_id": {}}]',
    '[{"chunk_id": 1e999}]',
    '[{"chunk_id": "x", "proposals": {}}]',
    '[{"chunk_id": "x", "proposals": "none"}]',
    '[{"chunk_id": "x", "\\u0070roposals": [{}]}]',
    `[{"chunk_id": "${'x'.repeat(201)}"}]`,
  ])('rejects any other text as unreadable: %.50s', (text) => {
    expectUnreadable(() => runSync(readPollResponse(text)));
  });

  test('yields a result that can be stored as JSON without loss', () => {
    const responses = randomResponses(seededRandom(7), { proposals: 200, gates: 8, responses: 3 }).map((response) =>
      runSync(readPollResponse(JSON.stringify(response))),
    );
    expect(responses.map(({ isComplete }) => isComplete)).toEqual([false, false, true]);
    const chunks = responses.flatMap((response) => response.chunks);
    expect(chunks.flatMap(({ proposals }) => proposals)).toHaveLength(200);
    expect(JSON.parse(JSON.stringify(chunks))).toStrictEqual(chunks);
    expect(chunks.flatMap(chunkProblems)).toEqual([]);
  });
});

describe('offers', () => {
  test('have all properties of their fares', () => {
    const fare = wireFare({ flights_baggage: [['1PC23']], flights_handbags: [['1PCx36x30x27']] });
    const { itinerary, offers } = readProposal({ terms: {}, xterms: { 65: { Y_1PC: fare } } });
    expect(offers).toStrictEqual([
      {
        gateId: '65',
        fareName: 'Y_1PC',
        price: 1834,
        currency: 'SAR',
        unifiedPrice: 45121.5,
        fareId: '6500001',
        itineraryId: itinerary.id,
        baggageLegs: [[{ pieces: 1, kgEach: 23 }]],
        handBaggageLegs: [[{ pieces: 1, centimetres: '36x30x27' }]],
        warnings: [[]],
        seatsLeft: 9,
      },
    ]);
  });

  test('come from xterms, or else from terms', () => {
    const { offers } = readProposal({
      terms: { 65: wireFare({ url: 1 }), 17: wireFare({ url: 2 }), 20: wireFare({ url: 3 }), 9: wireFare({ url: 4 }) },
      xterms: { 65: { Y: wireFare({ url: 5 }), C: wireFare({ url: 6 }) }, 20: {}, 9: { Y: null }, 8: 'none' },
    });
    expect(offers.map(({ gateId, fareName, fareId }) => [gateId, fareName, fareId])).toEqual([
      ['65', 'Y', '5'],
      ['65', 'C', '6'],
      ['9', '', '4'],
      ['17', '', '2'],
      ['20', '', '3'],
    ]);
  });

  test.each([
    [
      'in xterms',
      { terms: { 65: wireFare() }, xterms: { 65: { Y: wireFare(), C: wireFare({ currency: undefined }) } } },
    ],
    ['null in xterms', { xterms: { 65: { Y: wireFare({ currency: null }) } } }],
    ['in terms that are used', { terms: { 65: wireFare({ currency: undefined }) } }],
    ['and without a price', { terms: { 65: {} } }],
  ])('a fare without a currency makes the whole response unreadable: %s', (_, changes) => {
    expectUnreadable(() => read(wireChunk([wireProposal(), wireProposal(changes)]), wireEnd));
  });

  test.each([
    { currency: '' },
    { currency: '  ' },
    { currency: 'SA' },
    { currency: 'S@R' },
    { currency: 'riyal' },
    { currency: 5 },
    { price: undefined },
    { price: null },
    { price: '' },
    { price: 'cheap' },
    { price: '1 834,50' },
    { price: '0x10' },
    { price: 0 },
    { price: -5 },
    { price: '-5' },
    { price: [5] },
    { unified_price: undefined },
    { unified_price: null },
    { unified_price: 0 },
    { unified_price: 'x' },
    { url: undefined },
    { url: null },
    { url: '' },
    { url: {} },
    { url: 2 ** 53 },
    { url: 1.5 },
    { url: 'line\nbreak' },
    { url: 'half \uD83D' },
  ])('skips only a fare with %j', (changes) => {
    const { offers } = readProposal({ xterms: { 65: { Y: wireFare(changes), C: wireFare({ url: 7 }) } } });
    expect(offers.map(({ fareId }) => fareId)).toEqual(['7']);
  });

  test.each(['price', 'unified_price', 'url'])('skips fares with an infinite %s', (field) => {
    const text = JSON.stringify([wireChunk([wireProposal({ terms: { 65: { ...wireFare(), [field]: 'endless' } } })])]);
    expect(runSync(readPollResponse(text.replace('"endless"', '1e999'))).chunks[0]?.proposals).toEqual([]);
  });

  test.each([
    [{ price: '1234.5' }, { price: 1234.5 }],
    [{ price: ' 1834 ' }, { price: 1834 }],
    [{ unified_price: '45121.5' }, { unifiedPrice: 45121.5 }],
    [{ currency: ' eur ' }, { currency: 'EUR' }],
    [{ currency: 'Usd' }, { currency: 'USD' }],
    [{ url: 0 }, { fareId: '0' }],
    [{ url: '65-a/b' }, { fareId: '65-a/b' }],
  ])('%j is read as %j', (changes, offer) => {
    expect(readOffer(changes)).toMatchObject(offer);
  });

  test('accepts property names of Object.prototype as gates and fare names', () => {
    const fares = JSON.parse(`{"__proto__": ${JSON.stringify(wireFare({ url: 3 }))}}`) as object;
    const gates = '"__proto__": {"label": "Proto"}, "constructor": {"label": "Builder"}';
    const text = JSON.stringify([
      wireChunk([
        wireProposal({
          terms: { constructor: wireFare({ url: 1 }), toString: wireFare({ url: 2 }), KEY: wireFare({ url: 4 }) },
          xterms: { 65: fares },
        }),
      ]),
    ]);
    const { chunks } = runSync(
      readPollResponse(text.replace('"KEY"', '"__proto__"').replace(/"gates_info":\{/, `"gates_info":{${gates},`)),
    );
    const [chunk] = chunks;
    expect(chunk?.proposals[0]?.offers.map(({ gateId, fareName, fareId }) => [gateId, fareName, fareId])).toEqual([
      ['65', '__proto__', '3'],
      ['constructor', '', '1'],
      ['toString', '', '2'],
      ['__proto__', '', '4'],
    ]);
    expect(Object.entries(chunk?.gates ?? {})).toEqual([
      ['65', 'City.Travel'],
      ['__proto__', 'Proto'],
      ['constructor', 'Builder'],
    ]);
    expect(JSON.parse(JSON.stringify(chunks))).toStrictEqual(chunks);
  });

  test('sanitises fare names', () => {
    const { offers } = readProposal({ xterms: { 65: { [`\u202E${'x'.repeat(300)}`]: wireFare() } } });
    expect(offers[0]?.fareName).toBe('x'.repeat(100));
  });
});

describe('baggage', () => {
  const unknown = null;
  const one = { pieces: 1 };
  const none = { pieces: 0 };

  test.each<[string, unknown, unknown]>([
    ['nested by segment and leg', [['1PC', false], ['1PC']], [[one, none], [one]]],
    ['the same on every leg', [['1PC', '1PC'], ['1PC']], [[one, one], [one]]],
    ['missing', undefined, [[unknown, unknown], [unknown]]],
    ['null', null, [[unknown, unknown], [unknown]]],
    ['empty', [], [[unknown, unknown], [unknown]]],
    ['a missing segment', [['1PC', '1PC']], [[one, one], [unknown]]],
    ['a missing leg', [['1PC'], ['1PC']], [[one, unknown], [one]]],
    ['a null segment', [null, ['1PC']], [[unknown, unknown], [one]]],
    ['more segments and legs than the journey has', [['1PC', '1PC', '1PC'], ['1PC'], ['1PC']], [[one, one], [one]]],
    ['flat by segment', ['1PC', false], [[one, one], [none]]],
    ['flat by leg', ['1PC', false, '1PC'], [[one, none], [one]]],
    ['flat and too long', ['1PC', '1PC', '1PC', '1PC'], [[unknown, unknown], [unknown]]],
    ['flat and too short', ['1PC'], [[unknown, unknown], [unknown]]],
    ['a single code', '1PC', [[unknown, unknown], [unknown]]],
    ['an object', { 0: ['1PC', '1PC'] }, [[unknown, unknown], [unknown]]],
    ['unreadable', [['?', {}], [['1PC']]], [[unknown, unknown], [unknown]]],
  ])('reads allowances: %s', (_, flights_baggage, allowances) => {
    const segment = [wireSegment(viaIstanbul()), wireSegment([wireLeg('FRA', 'RUH', firstDeparture + 500_000)])];
    const { offers } = readProposal({
      segment,
      terms: { 65: wireFare({ flights_baggage, flights_handbags: flights_baggage }) },
    });
    expect(offers[0]?.baggageLegs).toEqual(allowances);
    expect(offers[0]?.handBaggageLegs).toEqual(allowances);
  });

  test.each<[string, unknown, unknown]>([
    ['one leg', [['default', 0], [3]], [[unknown, one], [one]]],
    ['a segment', [null, ['unknown']], [[one, one], [unknown]]],
    ['every leg, flat', ['unknown', 'unknown', 'default'], [[unknown, unknown], [unknown]]],
    ['no leg, by numbers', [[0, 3], [0]], [[one, one], [one]]],
    ['no leg', [['tariff', {}], null], [[one, one], [one]]],
    ['no leg, missing', undefined, [[one, one], [one]]],
  ])('treats an allowance that the supplier has guessed as unknown: %s', (_, source, allowances) => {
    const segment = [wireSegment(viaIstanbul()), wireSegment([wireLeg('FRA', 'RUH', firstDeparture + 500_000)])];
    const codes = [['1PC', '1PC'], ['1PC']];
    const fare = { flights_baggage: codes, flights_handbags: codes, baggage_source: source, handbags_source: source };
    const { offers } = readProposal({ segment, terms: { 65: wireFare(fare) } });
    expect(offers[0]?.baggageLegs).toEqual(allowances);
    expect(offers[0]?.handBaggageLegs).toEqual(allowances);
  });

  test('treats an empty code as none for hand baggage only', () => {
    const offer = readOffer({ flights_baggage: [['']], flights_handbags: [['']] });
    expect(offer).toMatchObject({ baggageLegs: [[unknown]], handBaggageLegs: [[none]] });
  });
});

describe('legs', () => {
  test('have all properties of their flights', () => {
    expect(readLeg(wireLeg())).toStrictEqual({
      from: 'RUH',
      to: 'FRA',
      dep: firstDeparture,
      arr: firstDeparture + 390 * 60,
      localDep: firstDeparture + 3 * 3600,
      localArr: firstDeparture + 390 * 60 + 3600,
      minutes: 390,
      carrier: 'SV',
      marketingCarrier: 'SV',
      number: '175',
      technicalStops: [],
      aircraft: 'Boeing 787-9',
      cabin: 'Y',
    });
  });

  test.each<[Record<string, unknown>, Partial<Leg>]>([
    [
      { operating_carrier: 'lh', marketing_carrier: 'sv' },
      { carrier: 'LH', marketingCarrier: 'SV' },
    ],
    [
      { operating_carrier: '', marketing_carrier: 'SV' },
      { carrier: 'SV', marketingCarrier: 'SV' },
    ],
    [{ operating_carrier: undefined, marketing_carrier: 'SV' }, { carrier: 'SV' }],
    [
      { operating_carrier: 'LH', marketing_carrier: '' },
      { carrier: 'LH', marketingCarrier: '' },
    ],
    [
      { operating_carrier: null, marketing_carrier: 'x' },
      { carrier: '', marketingCarrier: '' },
    ],
    [{ departure: ' ruh ' }, { from: 'RUH' }],
    [{ number: 632 }, { number: '632' }],
    [{ number: undefined }, { number: '' }],
    [{ number: '63\u202E2' }, { number: '632' }],
    [{ aircraft: undefined }, { aircraft: '789' }],
    [{ trip_class: 'c' }, { cabin: 'C' }],
    [{ technical_stops: [{ airport_code: 'KLF' }, { airport_code: '' }, null, 'KLF'] }, { technicalStops: ['KLF'] }],
    [{ technical_stops: [] }, { technicalStops: [] }],
    [{ technical_stops: 'KLF' }, { technicalStops: [] }],
    [{ is_bus: true }, { vehicle: 'bus' }],
    [{ is_train: true }, { vehicle: 'train' }],
    [{ duration: undefined }, { minutes: 390 }],
    [{ duration: 0 }, { minutes: 390 }],
    [{ duration: -5 }, { minutes: 390 }],
    [{ duration: '385' }, { minutes: 385 }],
    [{ departure_timestamp: String(firstDeparture) }, { dep: firstDeparture }],
    [{ departure_timestamp: firstDeparture + 0.5 }, { dep: firstDeparture }],
  ])('%j is read as %j', (changes, leg) => {
    expect(readLeg({ ...wireLeg(), ...changes })).toMatchObject(leg);
  });

  test.each<[keyof Leg, Record<string, unknown>]>([
    ['aircraft', { aircraft: '', equipment: undefined }],
    ['aircraft', { aircraft: null, equipment: 789 }],
    ['cabin', { trip_class: 'X' }],
    ['cabin', { trip_class: undefined }],
    ['vehicle', { is_bus: false, is_train: 'yes' }],
  ])('have no %s if the flight has %j', (field, changes) => {
    expect(readLeg({ ...wireLeg(), ...changes })).not.toHaveProperty(field);
  });

  test('take local time from the timestamp, or else from date and time, or else from UTC and the time zone', () => {
    const invalidTimestamps = { local_departure_timestamp: undefined, local_arrival_timestamp: 10 };
    const leg = { ...wireLeg(), ...invalidTimestamps };
    expect(readLeg(leg)).toMatchObject({
      localDep: firstDeparture + 3 * 3600,
      localArr: firstDeparture + 390 * 60 + 3600,
    });
    expect(readLeg({ ...leg, departure_time: '13:00:00.5' })).toMatchObject({ localDep: firstDeparture + 3 * 3600 });
    const invalidTimes = { departure_time: undefined, arrival_date: 'tomorrow' };
    expect(readLeg({ ...leg, ...invalidTimes })).toMatchObject({
      localDep: firstDeparture + 3 * 3600,
      localArr: firstDeparture + 390 * 60 + 3600,
    });
    expect(readLeg({ ...leg, ...invalidTimes, departure: 'XQX' })).toMatchObject({ localDep: firstDeparture });
  });

  test.each([
    ['632', '632'],
    [632, '632'],
    ['LH632', '632'],
    ['LH 632', '632'],
    ['lh-632', '632'],
    ['SV632', '632'],
    ['LH', ''],
    ['XY632', 'XY632'],
    ['', ''],
    [null, ''],
  ])('have a number without the code of their airline: %j is %j', (number, expected) => {
    const codes = { marketing_carrier: 'LH', operating_carrier: 'SV' };
    expect(readLeg({ ...wireLeg(), ...codes, number })?.number).toBe(expected);
  });

  test('have no aircraft if they are rides, whose equipment is a code or a name', () => {
    const ride = readLeg({ ...wireLeg('FRA', 'QKL'), aircraft: 'TRN', equipment: 'ICE' });
    expect(ride).toMatchObject({ vehicle: 'train' });
    expect(ride).not.toHaveProperty('aircraft');
    const limousine = readLeg({ ...wireLeg(), aircraft: '', equipment: 'LMO' });
    expect(limousine).not.toHaveProperty('aircraft');
  });

  const hour = 3600;
  const localDeparture = firstDeparture + 3 * hour;

  test.each<[string, Record<string, unknown>, number]>([
    ['the local timestamp contains UTC', { local_departure_timestamp: firstDeparture }, localDeparture],
    ['the time in words is UTC', { departure_time: '10:00' }, localDeparture],
    ['the timestamp is two hours late', { departure_timestamp: firstDeparture + 2 * hour }, localDeparture],
    [
      'of the timestamp and the words, if the time zone is unknown',
      { departure: 'XQX', departure_timestamp: firstDeparture + hour },
      localDeparture,
    ],
  ])('take the local time on which two of three sources agree: %s', (_, changes, expected) => {
    const leg = readLeg({ ...wireLeg(), ...changes });
    expect(leg).toMatchObject({ localDep: expected });
    expect(leg).not.toHaveProperty('hasDisputedTime');
  });

  test.each<[string, Record<string, unknown>]>([
    ['three that differ', { local_departure_timestamp: firstDeparture, departure_time: '11:00' }],
    ['timestamp and words', { departure_timestamp: undefined, departure_time: '11:00' }],
    ['words and time zone', { local_departure_timestamp: undefined, departure_time: '11:00' }],
    ['timestamp and time zone', { local_departure_timestamp: firstDeparture, departure_time: undefined }],
    ['of the arrival', { local_arrival_timestamp: firstDeparture, arrival_time: '00:00' }],
    ['in no time zone', { departure: 'XQX', departure_date: '2027-03-28', local_departure_timestamp: undefined }],
  ])('have a disputed time if its sources differ without a majority: %s', (_, changes) => {
    expect(readLeg({ ...wireLeg(), ...changes })).toMatchObject({ hasDisputedTime: true });
  });

  const noTimestamps = {
    departure_timestamp: undefined,
    arrival_timestamp: undefined,
    local_departure_timestamp: undefined,
    local_arrival_timestamp: undefined,
  };

  test.each<[string, Record<string, unknown>]>([
    ['date and time', noTimestamps],
    ['local timestamps', { ...noTimestamps, ...localTimestamps(), departure_date: undefined, arrival_time: undefined }],
    ['an invalid timestamp', { departure_timestamp: 'soon', arrival_timestamp: 0 }],
    ['a timestamp in milliseconds', { departure_timestamp: firstDeparture * 1000 }],
  ])('without timestamps get them from local time and time zone: %s', (_, changes) => {
    expect(readLeg({ ...wireLeg(), ...changes })).toStrictEqual(readLeg(wireLeg()));
  });

  test('at an airport outside our list get its time zone from the response', () => {
    const leg = wireLeg('XQX', 'FRA', firstDeparture, 390, noTimestamps);
    const airports = { FRA: { name: 'Frankfurt' }, XQX: { name: 'Elsewhere', time_zone: 'Africa/Lagos' } };
    const chunk = wireChunk([wireProposal({ segment: [wireSegment([leg])] })], { airports: undefined });
    const { chunks, dropped } = read(chunk, wireChunk([], { chunk_id: 'names', airports }));
    expect(chunks[0]?.proposals[0]?.itinerary.segments[0]?.legs[0]).toMatchObject({
      dep: firstDeparture - 3600,
      localDep: firstDeparture,
    });
    expect(dropped).toBeUndefined();
    expect(read(chunk)).toMatchObject({ chunks: [{ proposals: [] }], dropped: { 'no time zone': 1 } });
  });

  test.each<Record<string, unknown>>([
    { departure: undefined },
    { departure: '' },
    { departure: 'RUHX' },
    { departure: '../' },
    { arrival: null },
    { arrival: 7 },
    { departure_timestamp: undefined, local_departure_timestamp: undefined, departure_date: undefined },
    { departure_timestamp: null, local_departure_timestamp: 5, departure_time: 'noon' },
    { arrival_timestamp: undefined, local_arrival_timestamp: null, arrival_date: '', arrival_time: '' },
    { arrival_timestamp: firstDeparture },
    { arrival_timestamp: firstDeparture - 60 },
    { arrival_timestamp: firstDeparture + 4 * 24 * 3600 },
  ])('skips only the proposal that has a leg with %j', (changes) => {
    const segment = [wireSegment(), wireSegment([{ ...wireLeg(), ...changes }])];
    expect(read(wireChunk([wireProposal({ segment }), wireProposal()])).chunks[0]?.proposals).toHaveLength(1);
  });
});

describe('segments', () => {
  test('are derived from their legs', () => {
    const { legs, ...segment } = readSegment(wireSegment(viaIstanbul()));
    expect(legs).toHaveLength(2);
    expect(segment).toStrictEqual({
      from: 'RUH',
      to: 'FRA',
      dep: firstDeparture,
      arr: firstDeparture + (240 + 90 + 200) * 60,
      duration: 440,
      elapsed: 530,
      carrier: 'TK',
      aircraft: 'Airbus A330-300',
      stops: [{ airport: 'IST', departsFrom: 'IST', minutes: 90 }],
    });
  });

  test.each<[string, unknown, Record<string, unknown>, number]>([
    ['from the transfer, rounded', { duration_seconds: 95.5 * 60 }, {}, 96],
    ['rounded down', { duration_seconds: 5429 }, {}, 90],
    ['from timestamps without a transfer', undefined, {}, 90],
    ['from timestamps if not a number', { duration_seconds: 'long' }, {}, 90],
    ['from the transfer, even if the times contradict it', { duration_seconds: -60 }, {}, -1],
    ['from the later leg, if the times contradict that', { duration_seconds: 90 * 60 }, { delay: 300 }, 300],
    ['from the later leg without a transfer', undefined, overlapping(45), 45],
    ['from timestamps if the later leg departs first', undefined, overlapping(0), -10],
    ['of zero minutes', { duration_seconds: 0 }, {}, 0],
  ])('have a layover %s', (_, transfer, changes, minutes) => {
    const [first, second] = viaIstanbul();
    const segment = {
      flight: [first, { ...second, ...changes }],
      transfers: transfer === undefined ? null : [transfer],
    };
    expect(readSegment(segment).stops).toEqual([{ airport: 'IST', departsFrom: 'IST', minutes }]);
  });

  test.each([
    ['no segments', { segment: [] }],
    ['missing segments', { segment: undefined }],
    ['null segments', { segment: null }],
    ['an object instead of segments', { segment: {} }],
    ['a null segment', { segment: [null] }],
    ['a segment without legs', { segment: [wireSegment([])] }],
    ['an object instead of legs', { segment: [{ flight: wireLeg() }] }],
    ['one invalid segment of two', { segment: [wireSegment(), { flight: null }] }],
    ['more than eight segments', { segment: Array.from({ length: 9 }, () => wireSegment()) }],
    ['a segment of thirteen legs', { segment: [wireSegment(shuttle(13))] }],
    ['missing terms', { terms: undefined }],
    ['empty terms', { terms: {}, xterms: {} }],
    ['null terms', { terms: null, xterms: null }],
    ['null fares', { terms: { 65: null }, xterms: { 65: { Y: null } } }],
    ['arrays instead of fares', { terms: { 65: [] }, xterms: { 65: [wireFare()] } }],
    ['no valid offers', { terms: { 65: wireFare({ price: 0 }) } }],
  ])('skips a proposal with %s', (_, changes) => {
    expect(read(wireChunk([wireProposal(changes), wireProposal()])).chunks[0]?.proposals).toHaveLength(1);
  });

  test('skips a proposal that is not an object', () => {
    expect(read(wireChunk([null, 5, 'text', [], [[]], {}, wireProposal()])).chunks[0]?.proposals).toHaveLength(1);
  });

  test('skips a journey with a leg that arrives before it departs', () => {
    const [first, second] = viaIstanbul({ arrival_timestamp: firstDeparture + 329 * 60 });
    expect(read(wireChunk([wireProposal({ segment: [wireSegment([first, second])] })])).chunks[0]?.proposals).toEqual(
      [],
    );
  });

  test('read a layover of -0, which JSON does not preserve, as 0', () => {
    const [first, second] = viaIstanbul();
    const segment = { flight: [first, second], transfers: [{ duration_seconds: 'zero' }] };
    const text = JSON.stringify([wireChunk([wireProposal({ segment: [segment] })])]).replace('"zero"', '-0');
    expect(onlyProposal(runSync(readPollResponse(text))).itinerary.segments[0]?.stops[0]?.minutes).toBe(0);
  });

  test('may have up to twelve legs', () => {
    expect(readSegment(wireSegment(shuttle(12))).stops).toHaveLength(11);
  });

  test('yield sorted carriers without duplicates, or none if no leg names a carrier', () => {
    const segment = [wireSegment(viaIstanbul()), wireSegment([wireLeg('FRA', 'RUH', firstDeparture + 500_000)])];
    expect(readProposal({ segment }).itinerary.carriers).toEqual(['SV', 'TK']);
    const nameless = { ...wireLeg(), operating_carrier: '', marketing_carrier: '' };
    expect(readProposal({ segment: [wireSegment([nameless])] }).itinerary.carriers).toEqual([]);
  });
});

describe('warnings', () => {
  const transfer = wireTransfer(...viaIstanbul());
  const airportChange = viaIstanbul({ departure: 'SAW' });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['nothing', {}, []],
    ['self_transfer', { tags: ['self_transfer'] }, ['self_transfer']],
    ['airport_change', { tags: ['airport_change'] }, ['airport_change']],
    ['overnight_layover', { tags: ['overnight_layover'] }, ['overnight_layover']],
    ['has_night_transfer', { tags: ['has_night_transfer'] }, ['overnight_layover']],
    ['night_transfer', { tags: ['night_transfer'] }, ['overnight_layover']],
    [
      'tags that are not warnings',
      { tags: ['direct', 'long_layover', 'short_layover', 'with_tech_stops', 7, null] },
      [],
    ],
    ['tags that are not an array', { tags: 'self_transfer' }, []],
    ['tags of a transfer', { transfers: [{ ...transfer, tags: ['overnight_layover'] }] }, ['overnight_layover']],
    ['a night transfer', { transfers: [{ ...transfer, night_transfer: true }] }, ['overnight_layover']],
    [
      'baggage that must be checked in again',
      { transfers: [{ ...transfer, recheck_baggage: true }] },
      ['self_transfer'],
    ],
    ['an airport change in the transfer', { transfers: [{ ...transfer, to: 'SAW' }] }, ['airport_change']],
    ['a next leg from another airport', { flight: airportChange, transfers: null }, ['airport_change']],
    ['visa rules', { transfers: [{ ...transfer, visa_rules: { required: true } }] }, []],
    ['a connection of 59 minutes', { flight: connectionOf(59), transfers: null }, ['short_connection']],
    ['a connection of 60 minutes', { flight: connectionOf(60), transfers: null }, []],
    ['a stated connection of 40 minutes', { transfers: [{ duration_seconds: 40 * 60 }] }, ['short_connection']],
    ['a virtual interline', { tags: ['virtual_interline_baggage'] }, ['self_transfer']],
    ['a transfer between tickets', { transfers: [{ ...transfer, tags: ['virtual_interline'] }] }, ['self_transfer']],
    [
      'several tags, in a fixed order',
      { tags: ['night_transfer', 'airport_change', 'overnight_layover', 'self_transfer'] },
      ['self_transfer', 'airport_change', 'overnight_layover'],
    ],
  ])('of a segment with %s', (_, changes, warnings) => {
    const segment = [wireSegment(), wireSegment(viaIstanbul(), changes)];
    expect(readProposal({ segment }).offers[0]?.warnings).toEqual([[], warnings]);
  });

  test('of an airport change name both airports in the stop', () => {
    expect(readSegment(wireSegment(airportChange)).stops).toEqual([
      { airport: 'IST', departsFrom: 'SAW', minutes: 90 },
    ]);
  });

  const night = wireSegment(viaIstanbul(), { tags: ['night_transfer'] });
  const day = wireSegment(viaIstanbul());
  test.each<[string, Record<string, unknown>, string[][]]>([
    [
      'each segment with a stop',
      { segment: [day, wireSegment(), day], is_virtual_interline: true },
      [['self_transfer'], [], ['self_transfer']],
    ],
    [
      'each segment if none has a stop',
      { segment: [wireSegment(), wireSegment()], tags: ['self_transfer'] },
      [['self_transfer'], ['self_transfer']],
    ],
    [
      'only the segment that already has it',
      { segment: [day, night], tags: ['has_night_transfer'] },
      [[], ['overnight_layover']],
    ],
    [
      'no segment if it is not a warning',
      { segment: [day, night], tags: ['direct'], is_virtual_interline: 'yes' },
      [[], ['overnight_layover']],
    ],
  ])("a proposal's tag applies to %s", (_, changes, warnings) => {
    const { offers } = onlyProposal(read(wireChunk([{ ...wireProposal(), tags: undefined, ...changes }])));
    expect(offers[0]?.warnings).toEqual(warnings);
  });
});

describe("a fare's own warnings", () => {
  const segment = [wireSegment(viaIstanbul()), wireSegment(viaIstanbul())];
  const warningsOf = (...fares: Parameters<typeof wireFare>[0][]) =>
    readProposal({
      segment,
      xterms: { 65: Object.fromEntries(fares.map((fare, index) => [`Y${index}`, wireFare({ url: index, ...fare })])) },
    }).offers.map(({ warnings }) => warnings);

  test.each<[string, Record<string, unknown>, string[][]]>([
    [
      'a separate ticket',
      { transfer_terms: [[{ is_virtual_interline: false }], [{ is_virtual_interline: true }]] },
      [[], ['self_transfer']],
    ],
    ['its tags', { transfer_terms: [[{ tags: ['virtual_interline_domestic'] }], []] }, [['self_transfer'], []]],
    [
      'a tag for the whole journey',
      { tags: ['cheap', 'virtual_interline_international'] },
      [['self_transfer'], ['self_transfer']],
    ],
    [
      'a tag that repeats what one segment says',
      { tags: ['virtual_interline_domestic'], transfer_terms: [[], [{ is_virtual_interline: true }]] },
      [[], ['self_transfer']],
    ],
    [
      'nothing readable',
      { transfer_terms: [null, [null, 7, { is_virtual_interline: 'yes', tags: 'all' }]], tags: 7 },
      [[], []],
    ],
    ['terms that are not an array', { transfer_terms: { 0: [{ is_virtual_interline: true }] } }, [[], []]],
  ])('come from %s', (_, fare, warnings) => {
    expect(warningsOf(fare)).toEqual([warnings]);
  });

  test('do not apply to the other fares of the proposal', () => {
    expect(warningsOf({}, { tags: ['virtual_interline_baggage'] }, {})).toEqual([
      [[], []],
      [['self_transfer'], ['self_transfer']],
      [[], []],
    ]);
  });
});

describe('ids', () => {
  const outbound = wireLeg();
  const inbound = wireLeg('FRA', 'RUH', firstDeparture + 500_000);
  const idsOf = (...segments: Parameters<typeof wireSegment>[0][]) => {
    const { flightId, itinerary } = readProposal({ segment: segments.map((legs) => wireSegment(legs)) });
    return { flight: flightId, itinerary: itinerary.id };
  };
  const baseIds = idsOf([outbound], [inbound]);
  const idsWithLeg = (changes: Record<string, unknown>) => idsOf([{ ...outbound, ...changes }], [inbound]);

  test('are stable across responses, so that bookmarks keep working', () => {
    expect(baseIds).toEqual({ flight: '9269aae1f722', itinerary: 'e1aa9e381d02' });
    expect(idsOf([outbound], [inbound])).toEqual(baseIds);
  });

  test.each([
    ['the marketing flight number', { marketing_carrier: 'LH', number: '8810' }],
    ['the aircraft', { aircraft: 'Airbus A380' }],
    ['the flight time', { duration: 385 }],
    ['the local time', { local_departure_timestamp: undefined, departure_date: undefined }],
  ])('%s does not change the itinerary id', (_, changes) => {
    expect(idsWithLeg(changes)).toEqual(baseIds);
  });

  test.each([
    ['the operating carrier', { operating_carrier: 'LH' }],
    ['the cabin', { trip_class: 'C' }],
    ['the arrival time', { arrival_timestamp: firstDeparture + 391 * 60 }],
  ])('%s changes the itinerary id, but not the flight id', (_, changes) => {
    const changed = idsWithLeg(changes);
    expect(changed.flight).toBe(baseIds.flight);
    expect(changed.itinerary).not.toBe(baseIds.itinerary);
  });

  test('an added stop changes the itinerary id, but not the flight id', () => {
    expect(idsOf(viaIstanbul(), [inbound]).flight).toBe(baseIds.flight);
    expect(idsOf(viaIstanbul(), [inbound]).itinerary).not.toBe(baseIds.itinerary);
  });

  test.each([
    ['another departure time', [wireLeg('RUH', 'FRA', firstDeparture + 60)], [inbound]],
    ['another airport', [wireLeg('DXB', 'FRA')], [inbound]],
    ['another return', [outbound], [wireLeg('FRA', 'RUH', firstDeparture + 600_000)]],
    ['swapping the directions', [inbound], [outbound]],
  ])('%s changes the flight id', (_, first, second) => {
    expect(idsOf(first, second).flight).not.toBe(baseIds.flight);
    expect(idsOf(first, second).itinerary).not.toBe(baseIds.itinerary);
  });

  test('one segment with a stop has different ids from two segments', () => {
    const [first, second] = viaIstanbul();
    const [oneSegment, twoSegments] = [idsOf([first, second]), idsOf([first], [second])];
    expect(oneSegment.flight).not.toBe(twoSegments.flight);
    expect(oneSegment.itinerary).not.toBe(twoSegments.itinerary);
  });
});

describe('names', () => {
  test.each<[string, unknown, string | undefined]>([
    ['a string', 'City.Travel', 'City.Travel'],
    ['names in several languages including English', { ru: 'Сити', en: 'City.Travel' }, 'City.Travel'],
    ['names in several other languages', { de: '', ru: 'Сити', ar: 'سيتي' }, 'Сити'],
    ['a blank string', '  ', undefined],
    ['undefined', undefined, undefined],
    ['a number', 65, undefined],
    ['an array', ['City'], undefined],
    ['a null name in English', { en: null }, undefined],
    ['a name with a bidi mark', '\u202Elevart.ytic', 'levart.ytic'],
    ['a name that is too long', 'x'.repeat(500), 'x'.repeat(100)],
  ])('are read from %s', (_, name, expected) => {
    const chunk = readChunk({
      gates_info: { 65: { label: name } },
      airlines: { SV: { name } },
      airports: { RUH: { name, city: name } },
    });
    expect(chunk.gates['65']).toBe(expected);
    expect(chunk.airlines.SV).toBe(expected);
    expect(chunk.airports.RUH).toBe(expected);
    expect(chunk.cities?.RUH).toBe(expected);
  });

  test.each([undefined, null, [], 'none', 5, { 65: null, SV: 'Saudia', RUH: [] }])('are empty for %j', (names) => {
    expect(readChunk({ gates_info: names, airlines: names, airports: names })).toMatchObject({
      gates: {},
      airlines: {},
      airports: {},
    });
  });

  test('of airlines and airports without valid codes are ignored', () => {
    const names = { sv: { name: 'Saudia' }, nonsense: { name: 'x' }, '': { name: 'x' }, RUH: { name: 'Riyadh' } };
    expect(readChunk({ airlines: names, airports: names })).toMatchObject({
      airlines: { SV: 'Saudia', RUH: 'Riyadh' },
      airports: { RUH: 'Riyadh' },
    });
  });
});

function read(...items: unknown[]): ParsedResponse {
  return runSync(readPollResponse(JSON.stringify(items)));
}

/** Returns the local timestamps of {@link wireLeg}. */
function localTimestamps() {
  const { local_departure_timestamp, local_arrival_timestamp } = wireLeg();
  return { local_departure_timestamp, local_arrival_timestamp };
}

function readChunk(changes: Parameters<typeof wireChunk>[1]): Chunk {
  const [chunk] = read(wireChunk([], changes)).chunks;
  if (!chunk) throw new Error('No chunk was read');
  return chunk;
}

function readProposal(changes: Parameters<typeof wireProposal>[0]): Proposal {
  return onlyProposal(read(wireChunk([wireProposal(changes)])));
}

function onlyProposal({ chunks }: ParsedResponse): Proposal {
  const [proposal] = chunks.flatMap(({ proposals }) => proposals);
  if (!proposal) throw new Error('No proposal was read');
  return proposal;
}

function readOffer(changes: Parameters<typeof wireFare>[0]): Offer | undefined {
  return readProposal({ terms: { 65: wireFare(changes) } }).offers[0];
}

function readSegment(segment: unknown): Segment {
  const [parsed] = readProposal({ segment: [segment] }).itinerary.segments;
  if (!parsed) throw new Error('No segment was read');
  return parsed;
}

function readLeg(leg: unknown): Leg | undefined {
  return readSegment({ flight: [leg] }).legs[0];
}

function expectUnreadable(read: () => unknown): void {
  expect(read).toThrow(SupplierError);
  expect(read).toThrow(expect.objectContaining({ problem: 'unreadable' }));
}

/** Returns the legs of a flight from Riyadh to Frankfurt with a layover of 90 minutes in Istanbul. */
function viaIstanbul(second: Record<string, unknown> = {}): [ReturnType<typeof wireLeg>, ReturnType<typeof wireLeg>] {
  const carrier = { operating_carrier: 'TK', marketing_carrier: 'TK' };
  return [
    wireLeg('RUH', 'IST', firstDeparture, 240, { ...carrier, aircraft: 'Airbus A330-300' }),
    wireLeg('IST', 'FRA', firstDeparture + 330 * 60, 200, { ...carrier, ...second }),
  ];
}

/** Returns the legs of {@link viaIstanbul} with another layover (min). */
function connectionOf(minutes: number): ReturnType<typeof wireLeg>[] {
  const dep = firstDeparture + (240 + minutes) * 60;
  return viaIstanbul({ departure_timestamp: dep, arrival_timestamp: dep + 200 * 60 });
}

/** Returns changes to the second leg of {@link viaIstanbul} that make it depart before the first leg arrives. */
function overlapping(delay: number): Record<string, unknown> {
  return { departure_timestamp: firstDeparture + 230 * 60, delay };
}

/** Returns the given number of alternating legs between Riyadh and Frankfurt. */
function shuttle(count: number): ReturnType<typeof wireLeg>[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = index % 2 ? ['FRA', 'RUH'] : ['RUH', 'FRA'];
    return wireLeg(from, to, firstDeparture + index * 8 * 3600);
  });
}
