import { describe, expect, test } from 'vitest';
import { chunkProblems } from '#tests/support/flight-invariants.ts';
import { randomAnswers } from '#tests/support/random-wire-answers.ts';
import {
  firstDeparture,
  wireChunk,
  wireEnd,
  wireFare,
  wireLeg,
  wireProposal,
  wireSegment,
  wireTransfer,
} from '#tests/support/wire-answers.ts';
import type { Chunk, Leg, Offer, Proposal, Segment } from '../../../model/flight.ts';
import { seededRandom } from '../../sample/seeded-random.ts';
import { SupplierError } from '../../supplier.server.ts';
import { readPollResponse, type WireAnswer } from './read-poll-response.server.ts';

describe('the envelope', () => {
  test('an empty array means nothing new', () => {
    expect(readPollResponse('[]')).toEqual({ chunks: [], isComplete: false });
  });

  test('accepts a chunk without proposals', () => {
    for (const proposals of [[], null, undefined]) {
      expect(read(wireChunk([], { proposals }))).toMatchObject({ chunks: [{ proposals: [] }], isComplete: false });
    }
  });

  test('an item without chunk id completes the search, alone or after chunks', () => {
    expect(read(wireEnd)).toEqual({ chunks: [], isComplete: true });
    const { chunks, isComplete } = read(wireChunk(), wireChunk([], { chunk_id: 'other' }), wireEnd);
    expect(isComplete).toBe(true);
    expect(chunks.map(({ id }) => id)).toEqual(['855a6fe6-8d83-11eb-a52d-a68894ea614d', 'other']);
    expect(read({ ...wireEnd, chunk_id: null }).isComplete).toBe(true);
    expect(read({ ...wireEnd, chunk_id: '' }).isComplete).toBe(true);
  });

  test('a chunk id may be a number', () => {
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
    `[{"chunk_id": "${'x'.repeat(201)}"}]`,
  ])('anything else is unreadable: %.50s', (text) => {
    expectUnreadable(() => readPollResponse(text));
  });

  test('the result can be stored as JSON without loss', () => {
    const answers = randomAnswers(seededRandom(7), { proposals: 200, gates: 8, answers: 3 }).map((answer) =>
      readPollResponse(JSON.stringify(answer)),
    );
    expect(answers.map(({ isComplete }) => isComplete)).toEqual([false, false, true]);
    const chunks = answers.flatMap((answer) => answer.chunks);
    expect(chunks.flatMap(({ proposals }) => proposals)).toHaveLength(200);
    expect(JSON.parse(JSON.stringify(chunks))).toStrictEqual(chunks);
    expect(chunks.flatMap(chunkProblems)).toEqual([]);
  });
});

describe('offers', () => {
  test('an offer has all properties of its fare', () => {
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
      },
    ]);
  });

  test('takes fares from xterms, else the one in terms', () => {
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
    ['in terms that count', { terms: { 65: wireFare({ currency: undefined }) } }],
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

  test.each(['price', 'unified_price', 'url'])('skips fares with an infinite number: %s', (field) => {
    const text = JSON.stringify([wireChunk([wireProposal({ terms: { 65: { ...wireFare(), [field]: 'endless' } } })])]);
    expect(readPollResponse(text.replace('"endless"', '1e999')).chunks[0]?.proposals).toEqual([]);
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

  test('gates and fares may have names of Object.prototype', () => {
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
    const { chunks } = readPollResponse(
      text.replace('"KEY"', '"__proto__"').replace(/"gates_info":\{/, `"gates_info":{${gates},`),
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
    ['by segment and leg', [['1PC', false], ['1PC']], [[one, none], [one]]],
    ['the same everywhere', [['1PC', '1PC'], ['1PC']], [[one, one], [one]]],
    ['missing', undefined, [[unknown, unknown], [unknown]]],
    ['null', null, [[unknown, unknown], [unknown]]],
    ['empty', [], [[unknown, unknown], [unknown]]],
    ['a segment missing', [['1PC', '1PC']], [[one, one], [unknown]]],
    ['a leg missing', [['1PC'], ['1PC']], [[one, unknown], [one]]],
    ['a segment null', [null, ['1PC']], [[unknown, unknown], [one]]],
    ['more than there are', [['1PC', '1PC', '1PC'], ['1PC'], ['1PC']], [[one, one], [one]]],
    ['flat by segment', ['1PC', false], [[one, one], [none]]],
    ['flat by leg', ['1PC', false, '1PC'], [[one, none], [one]]],
    ['flat and too long', ['1PC', '1PC', '1PC', '1PC'], [[unknown, unknown], [unknown]]],
    ['flat and too short', ['1PC'], [[unknown, unknown], [unknown]]],
    ['one code', '1PC', [[unknown, unknown], [unknown]]],
    ['an object', { 0: ['1PC', '1PC'] }, [[unknown, unknown], [unknown]]],
    ['unreadable', [['?', {}], [['1PC']]], [[unknown, unknown], [unknown]]],
  ])('%s', (_, flights_baggage, allowances) => {
    const segment = [wireSegment(viaIstanbul()), wireSegment([wireLeg('FRA', 'RUH', firstDeparture + 500_000)])];
    const { offers } = readProposal({
      segment,
      terms: { 65: wireFare({ flights_baggage, flights_handbags: flights_baggage }) },
    });
    expect(offers[0]?.baggageLegs).toEqual(allowances);
    expect(offers[0]?.handBaggageLegs).toEqual(allowances);
  });

  test('an empty code means none for hand baggage only', () => {
    const offer = readOffer({ flights_baggage: [['']], flights_handbags: [['']] });
    expect(offer).toMatchObject({ baggageLegs: [[unknown]], handBaggageLegs: [[none]] });
  });
});

describe('legs', () => {
  test('a leg has all properties of its flight', () => {
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
  ])('no %s from %j', (field, changes) => {
    expect(readLeg({ ...wireLeg(), ...changes })).not.toHaveProperty(field);
  });

  test('local time comes from the timestamp, else from date and time, else UTC', () => {
    const wrong = { local_departure_timestamp: undefined, local_arrival_timestamp: firstDeparture + 10 * 24 * 3600 };
    const leg = { ...wireLeg(), ...wrong };
    expect(readLeg(leg)).toMatchObject({
      localDep: firstDeparture + 3 * 3600,
      localArr: firstDeparture + 390 * 60 + 3600,
    });
    expect(readLeg({ ...leg, departure_time: '13:00:00.5' })).toMatchObject({ localDep: firstDeparture + 3 * 3600 });
    const timeless = { departure_time: undefined, arrival_date: 'tomorrow' };
    expect(readLeg({ ...leg, ...timeless })).toMatchObject({
      localDep: firstDeparture,
      localArr: firstDeparture + 390 * 60,
    });
  });

  test.each<Record<string, unknown>>([
    { departure: undefined },
    { departure: '' },
    { departure: 'RUHX' },
    { departure: '../' },
    { arrival: null },
    { arrival: 7 },
    { departure_timestamp: undefined },
    { departure_timestamp: null },
    { departure_timestamp: 'soon' },
    { departure_timestamp: 0 },
    { departure_timestamp: firstDeparture * 1000 },
    { arrival_timestamp: undefined },
    { arrival_timestamp: firstDeparture },
    { arrival_timestamp: firstDeparture - 60 },
    { arrival_timestamp: firstDeparture + 4 * 24 * 3600 },
  ])('skips only a proposal with a leg of %j', (changes) => {
    const segment = [wireSegment(), wireSegment([{ ...wireLeg(), ...changes }])];
    expect(read(wireChunk([wireProposal({ segment }), wireProposal()])).chunks[0]?.proposals).toHaveLength(1);
  });
});

describe('segments', () => {
  test('a segment is derived from its legs', () => {
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
    ['from timestamps if negative', { duration_seconds: -60 }, {}, 90],
    ['from timestamps if implausible', { duration_seconds: 1e9 }, {}, 90],
    ['from the later leg if it departs too early', undefined, overlapping(45), 45],
    ['zero', { duration_seconds: 0 }, {}, 0],
  ])('layover: %s', (_, transfer, changes, minutes) => {
    const [first, second] = viaIstanbul();
    const segment = {
      flight: [first, { ...second, ...changes }],
      transfers: transfer === undefined ? null : [transfer],
    };
    expect(readSegment(segment).stops).toEqual([{ airport: 'IST', departsFrom: 'IST', minutes }]);
  });

  test.each([
    ['none', { segment: [] }],
    ['missing', { segment: undefined }],
    ['null', { segment: null }],
    ['an object', { segment: {} }],
    ['of null', { segment: [null] }],
    ['without legs', { segment: [wireSegment([])] }],
    ['legs that are no list', { segment: [{ flight: wireLeg() }] }],
    ['one of two unusable', { segment: [wireSegment(), { flight: null }] }],
    ['more than eight', { segment: Array.from({ length: 9 }, () => wireSegment()) }],
    ['of thirteen legs', { segment: [wireSegment(shuttle(13))] }],
    ['a leg that departs before the one before arrives', { segment: [wireSegment(overlappingLegs())] }],
    ['terms missing', { terms: undefined }],
    ['terms empty', { terms: {}, xterms: {} }],
    ['terms null', { terms: null, xterms: null }],
    ['terms of null', { terms: { 65: null }, xterms: { 65: { Y: null } } }],
    ['terms of lists', { terms: { 65: [] }, xterms: { 65: [wireFare()] } }],
    ['offers left out', { terms: { 65: wireFare({ price: 0 }) } }],
  ])('skips an invalid proposal: segments or terms %s', (_, changes) => {
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

  test('a layover of -0 minutes, which JSON does not preserve, becomes 0', () => {
    const [first, second] = viaIstanbul();
    const segment = { flight: [first, second], transfers: [{ duration_seconds: 'zero' }] };
    const text = JSON.stringify([wireChunk([wireProposal({ segment: [segment] })])]).replace('"zero"', '-0');
    expect(onlyProposal(readPollResponse(text)).itinerary.segments[0]?.stops[0]?.minutes).toBe(0);
  });

  test('accepts twelve legs', () => {
    expect(readSegment(wireSegment(shuttle(12))).stops).toHaveLength(11);
  });

  test('carriers are sorted and unique, empty if none are named', () => {
    const segment = [wireSegment(viaIstanbul()), wireSegment([wireLeg('FRA', 'RUH', firstDeparture + 500_000)])];
    expect(readProposal({ segment }).itinerary.carriers).toEqual(['SV', 'TK']);
    const nameless = { ...wireLeg(), operating_carrier: '', marketing_carrier: '' };
    expect(readProposal({ segment: [wireSegment([nameless])] }).itinerary.carriers).toEqual([]);
  });
});

describe('warnings', () => {
  const transfer = wireTransfer(...viaIstanbul());
  const fromSaw = viaIstanbul({ departure: 'SAW' });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['nothing', {}, []],
    ['self_transfer', { tags: ['self_transfer'] }, ['self_transfer']],
    ['airport_change', { tags: ['airport_change'] }, ['airport_change']],
    ['overnight_layover', { tags: ['overnight_layover'] }, ['overnight_layover']],
    ['has_night_transfer', { tags: ['has_night_transfer'] }, ['overnight_layover']],
    ['night_transfer', { tags: ['night_transfer'] }, ['overnight_layover']],
    ['tags of no warning', { tags: ['direct', 'long_layover', 'short_layover', 'with_tech_stops', 7, null] }, []],
    ['tags that are none', { tags: 'self_transfer' }, []],
    ['tags of a transfer', { transfers: [{ ...transfer, tags: ['overnight_layover'] }] }, ['overnight_layover']],
    ['a transfer by night', { transfers: [{ ...transfer, night_transfer: true }] }, ['overnight_layover']],
    ['baggage checked in again', { transfers: [{ ...transfer, recheck_baggage: true }] }, ['self_transfer']],
    ['another airport in the transfer', { transfers: [{ ...transfer, to: 'SAW' }] }, ['airport_change']],
    ['another airport of the next leg', { flight: fromSaw, transfers: null }, ['airport_change']],
    ['rules for citizens of one country', { transfers: [{ ...transfer, visa_rules: { required: true } }] }, []],
    [
      'several, in one order',
      { tags: ['night_transfer', 'airport_change', 'overnight_layover', 'self_transfer'] },
      ['self_transfer', 'airport_change', 'overnight_layover'],
    ],
  ])('of a segment with %s', (_, changes, warnings) => {
    const segment = [wireSegment(), wireSegment(viaIstanbul(), changes)];
    expect(readProposal({ segment }).offers[0]?.warnings).toEqual([[], warnings]);
  });

  test('an airport change names both airports in the stop', () => {
    expect(readSegment(wireSegment(fromSaw)).stops).toEqual([{ airport: 'IST', departsFrom: 'SAW', minutes: 90 }]);
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
      'each segment where none has a stop',
      { segment: [wireSegment(), wireSegment()], tags: ['self_transfer'] },
      [['self_transfer'], ['self_transfer']],
    ],
    [
      'the segment that has it, too',
      { segment: [day, night], tags: ['has_night_transfer'] },
      [[], ['overnight_layover']],
    ],
    [
      'no segment without it, if another has it',
      { segment: [day, night], tags: ['direct'], is_virtual_interline: 'yes' },
      [[], ['overnight_layover']],
    ],
  ])("a proposal's tag applies to %s", (_, changes, warnings) => {
    const tagsAsSent = { tags: undefined, ...changes };
    const { offers } = onlyProposal(read(wireChunk([{ ...wireProposal(), ...tagsAsSent }])));
    expect(offers[0]?.warnings).toEqual(warnings);
  });
});

describe('ids', () => {
  const outbound = wireLeg();
  const inbound = wireLeg('FRA', 'RUH', firstDeparture + 500_000);
  const idsOf = (...segments: Parameters<typeof wireSegment>[0][]) => {
    const { flightId, itinerary } = readProposal({ segment: segments.map((legs) => wireSegment(legs)) });
    return { flight: flightId, itinerary: itinerary.id };
  };
  const plain = idsOf([outbound], [inbound]);
  const otherLeg = (changes: Record<string, unknown>) => idsOf([{ ...outbound, ...changes }], [inbound]);

  test('ids are stable across responses, for bookmarks', () => {
    expect(plain).toEqual({ flight: '9269aae1f72274f5aaa7', itinerary: 'e1aa9e381d021425f9fe' });
    expect(idsOf([outbound], [inbound])).toEqual(plain);
  });

  test.each([
    ['the number it is sold under', { marketing_carrier: 'LH', number: '8810' }],
    ['aircraft', { aircraft: 'Airbus A380' }],
    ['time in the air', { duration: 385 }],
    ['local clocks', { local_departure_timestamp: undefined, departure_date: undefined }],
  ])('%s does not change the itinerary id', (_, changes) => {
    expect(otherLeg(changes)).toEqual(plain);
  });

  test.each([
    ['who flies', { operating_carrier: 'LH' }],
    ['the cabin', { trip_class: 'C' }],
    ['the arrival', { arrival_timestamp: firstDeparture + 391 * 60 }],
  ])('%s changes the itinerary id, but not the flight id', (_, changes) => {
    const other = otherLeg(changes);
    expect(other.flight).toBe(plain.flight);
    expect(other.itinerary).not.toBe(plain.itinerary);
  });

  test('other stops change the itinerary id, but not the flight id', () => {
    expect(idsOf(viaIstanbul(), [inbound]).flight).toBe(plain.flight);
    expect(idsOf(viaIstanbul(), [inbound]).itinerary).not.toBe(plain.itinerary);
  });

  test.each([
    ['another departure', [wireLeg('RUH', 'FRA', firstDeparture + 60)], [inbound]],
    ['another airport', [wireLeg('DXB', 'FRA')], [inbound]],
    ['another return', [outbound], [wireLeg('FRA', 'RUH', firstDeparture + 600_000)]],
    ['the directions exchanged', [inbound], [outbound]],
  ])('%s changes the flight id', (_, first, second) => {
    expect(idsOf(first, second).flight).not.toBe(plain.flight);
    expect(idsOf(first, second).itinerary).not.toBe(plain.itinerary);
  });

  test('one direction with a stop is not two directions', () => {
    const [first, second] = viaIstanbul();
    const [one, two] = [idsOf([first, second]), idsOf([first], [second])];
    expect(one.flight).not.toBe(two.flight);
    expect(one.itinerary).not.toBe(two.itinerary);
  });
});

describe('names', () => {
  test.each<[string, unknown, string | undefined]>([
    ['a text', 'City.Travel', 'City.Travel'],
    ['in English, where there are several', { ru: 'Сити', en: 'City.Travel' }, 'City.Travel'],
    ['in the first language there is', { de: '', ru: 'Сити', ar: 'سيتي' }, 'Сити'],
    ['blank', '  ', undefined],
    ['missing', undefined, undefined],
    ['a number', 65, undefined],
    ['a list', ['City'], undefined],
    ['of no language', { en: null }, undefined],
    ['turned round', '\u202Elevart.ytic', 'levart.ytic'],
    ['too long', 'x'.repeat(500), 'x'.repeat(100)],
  ])('%s', (_, name, shown) => {
    const chunk = readChunk({
      gates_info: { 65: { label: name } },
      airlines: { SV: { name } },
      airports: { RUH: { name } },
    });
    expect(chunk.gates['65']).toBe(shown);
    expect(chunk.airlines.SV).toBe(shown);
    expect(chunk.airports.RUH).toBe(shown);
  });

  test.each([undefined, null, [], 'none', 5, { 65: null, SV: 'Saudia', RUH: [] }])('%j yields no names', (names) => {
    expect(readChunk({ gates_info: names, airlines: names, airports: names })).toMatchObject({
      gates: {},
      airlines: {},
      airports: {},
    });
  });

  test('ignores names of airlines and airports without valid codes', () => {
    const names = { sv: { name: 'Saudia' }, nonsense: { name: 'x' }, '': { name: 'x' }, RUH: { name: 'Riyadh' } };
    expect(readChunk({ airlines: names, airports: names })).toMatchObject({
      airlines: { SV: 'Saudia', RUH: 'Riyadh' },
      airports: { RUH: 'Riyadh' },
    });
  });
});

function read(...items: unknown[]): WireAnswer {
  return readPollResponse(JSON.stringify(items));
}

function readChunk(changes: Parameters<typeof wireChunk>[1]): Chunk {
  const [chunk] = read(wireChunk([], changes)).chunks;
  if (!chunk) throw new Error('No chunk was read');
  return chunk;
}

function readProposal(changes: Parameters<typeof wireProposal>[0]): Proposal {
  return onlyProposal(read(wireChunk([wireProposal(changes)])));
}

function onlyProposal({ chunks }: WireAnswer): Proposal {
  const [proposal] = chunks.flatMap(({ proposals }) => proposals);
  if (!proposal) throw new Error('No proposal was read');
  return proposal;
}

function readOffer(changes: Parameters<typeof wireFare>[0]): Offer | undefined {
  return readProposal({ terms: { 65: wireFare(changes) } }).offers[0];
}

function readSegment(segment: unknown): Segment {
  const [read] = readProposal({ segment: [segment] }).itinerary.segments;
  if (!read) throw new Error('No segment was read');
  return read;
}

function readLeg(leg: unknown): Leg | undefined {
  return readSegment({ flight: [leg] }).legs[0];
}

function expectUnreadable(read: () => unknown): void {
  expect(read).toThrow(SupplierError);
  expect(read).toThrow(expect.objectContaining({ problem: 'unreadable' }));
}

/** Riyadh to Frankfurt with 90 minutes in Istanbul. */
function viaIstanbul(second: Record<string, unknown> = {}): [ReturnType<typeof wireLeg>, ReturnType<typeof wireLeg>] {
  const carrier = { operating_carrier: 'TK', marketing_carrier: 'TK' };
  return [
    wireLeg('RUH', 'IST', firstDeparture, 240, { ...carrier, aircraft: 'Airbus A330-300' }),
    wireLeg('IST', 'FRA', firstDeparture + 330 * 60, 200, { ...carrier, ...second }),
  ];
}

/** Changes the second leg of {@link viaIstanbul} to depart before the first arrives. */
function overlapping(delay: number): Record<string, unknown> {
  return { departure_timestamp: firstDeparture + 230 * 60, delay };
}

function overlappingLegs(): ReturnType<typeof wireLeg>[] {
  const [first, second] = viaIstanbul();
  return [first, { ...second, ...overlapping(-10), departure_timestamp: firstDeparture + 230 * 60 }];
}

function shuttle(count: number): ReturnType<typeof wireLeg>[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = index % 2 ? ['FRA', 'RUH'] : ['RUH', 'FRA'];
    return wireLeg(from, to, firstDeparture + index * 8 * 3600);
  });
}
