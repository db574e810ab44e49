import { describe, expect, test } from 'vitest';
import { formatPrice } from '#app/i18n/format/prices.ts';
import type { Language } from '#app/i18n/languages.ts';
import { collection, flightQuery, itinerary, proposalFor } from '#tests/support/flights.ts';
import type { CurrencyRates } from '../model/currency.ts';
import type { Names, Proposal } from '../model/flight.ts';
import { listFlights, toListedFlight } from '../model/list-flights.ts';
import { readListQuery } from '../model/list-query.ts';
import { createFlightViews } from './flight-views.server.ts';
import { createPriceFormatter } from './price-formatter.server.ts';

const names: Names = {
  gates: { a: 'City.Travel', b: 'Trip.com', c: 'Kiwi.com', d: 'Mytrip' },
  airlines: { SV: 'Saudi Arabian', ZZ: 'Zephyr Air' },
  airports: { RUH: 'Er Riad', XQX: 'Quix Field', XQZ: 'Quod Field' },
  cities: { RUH: 'Riad', XQZ: 'Quodville' },
};

const prices = createPriceFormatter('en', flightQuery(), { rates: {}, chosen: undefined });

/** Returns the views of the only flight in these proposals. */
function viewsOf(proposals: Proposal[], language: Language = 'en', travellers = 1, rates: CurrencyRates = {}) {
  const results = collection(proposals, names);
  const flights = results.flights();
  const listed = flights[0] && toListedFlight(flights[0]);
  if (!listed || flights.length > 1) throw new Error(`Expected one flight, got ${flights.length}`);
  const query = flightQuery({ adults: travellers });
  const prices = createPriceFormatter(language, query, { rates, chosen: undefined });
  const views = createFlightViews(language, results.names, prices);
  const [row] = listFlights(flights, readListQuery(new URLSearchParams()));
  if (!row) throw new Error('Expected a row');
  return { card: views.card(row), itineraries: views.itineraries(listed) };
}

const legsOf = (proposal: Proposal, language?: Language) =>
  viewsOf([proposal], language).itineraries.flatMap(({ segments }) => segments.flatMap(({ legs }) => legs));

test.each([
  ['en', 'RUH', 'Riyadh', 'King Khalid International Airport'],
  ['ar', 'RUH', 'الرياض', 'مطار الملك خالد الدولي'],
  // Missing from our list: the supplier's name, which is never Arabic, or else the code.
  ['en', 'XQX', 'Quix Field', 'Quix Field'],
  ['ar', 'XQX', 'Quix Field', 'Quix Field'],
  ['en', 'XQZ', 'Quodville', 'Quod Field'],
  ['ar', 'XQY', 'XQY', 'XQY'],
] as const)('in %s, the airport %s is in %s and is called %s', (language, code, city, name) => {
  expect(createFlightViews(language, names, prices).airport(code)).toEqual({ code, city, name });
  expect(createFlightViews(language, names, prices).place(code)).toEqual({ code, city });
});

test.each([
  ['en', 'SV', 'Saudia'],
  ['ar', 'SV', 'الخطوط السعودية'],
  ['en', 'ZZ', 'Zephyr Air'],
  ['ar', 'ZZ', 'Zephyr Air'],
  ['ar', 'ZX', 'ZX'],
  ['en', '', ''],
] as const)('in %s, the airline %j is called %j', (language, code, name) => {
  expect(createFlightViews(language, names, prices).carrier(code)).toEqual({ code, name });
});

describe('a segment', () => {
  const proposal = proposalFor('TK RUH 20:00 IST 23:30, PC SAW 05:00+1 FRA 07:20+1 / SV FRA 21:00+7 RUH 05:30+8');

  test('has dates, times, stops and airlines in English', () => {
    expect(viewsOf([proposal]).card.segments).toEqual([
      {
        from: { code: 'RUH', city: 'Riyadh' },
        to: { code: 'FRA', city: 'Frankfurt' },
        day: 'Fri 26/03/2027',
        dayInWords: 'Friday 26 March',
        departs: '20:00',
        arrives: '07:20',
        daysLater: 1,
        elapsed: 800,
        carriers: [
          { code: 'TK', name: 'Turkish Airlines' },
          { code: 'PC', name: 'Pegasus Airlines' },
        ],
        stops: [
          {
            place: { code: 'IST', city: 'Istanbul' },
            minutes: 330,
            departsFrom: { code: 'SAW', city: 'Istanbul', name: 'Sabiha Gokcen International Airport' },
          },
        ],
      },
      {
        from: { code: 'FRA', city: 'Frankfurt' },
        to: { code: 'RUH', city: 'Riyadh' },
        day: 'Fri 02/04/2027',
        dayInWords: 'Friday 2 April',
        departs: '21:00',
        arrives: '05:30',
        daysLater: 1,
        elapsed: 390,
        carriers: [{ code: 'SV', name: 'Saudia' }],
        stops: [],
      },
    ]);
  });

  test('has Arabic names, but the same digits for dates and times, in Arabic', () => {
    expect(viewsOf([proposal], 'ar').card.segments[0]).toMatchObject({
      from: { city: 'الرياض' },
      to: { city: 'فرانكفورت' },
      day: 'الجمعة 26/03/2027',
      dayInWords: 'الجمعة، 26 مارس',
      departs: '20:00',
      arrives: '07:20',
      carriers: [{ name: 'الخطوط الجوية التركية' }, { name: 'خطوط بيغاسوس الجوية' }],
      stops: [{ place: { city: 'إسطنبول' }, minutes: 330 }],
    });
  });

  test('names the next departure airport only if it differs', () => {
    const [segment] = viewsOf([proposalFor('TK RUH 08:00 IST 11:30, TK IST 13:00 FRA 14:30')]).card.segments;
    expect(segment?.stops.map(({ place, ...rest }) => [place.code, rest])).toEqual([['IST', { minutes: 90 }]]);
  });

  test('names each known airline once', () => {
    const [segment] = viewsOf([proposalFor('TK RUH 08:00 IST 11:30, - IST 13:00 VIE 14:00, TK VIE 15:00 FRA 16:30')])
      .card.segments;
    expect(segment?.carriers.map(({ code }) => code)).toEqual(['TK']);
  });

  test('names each kind of ground transport once', () => {
    const train = { vehicle: 'train' } as const;
    const legs = itinerary('LH RUH 08:00 FRA 12:30, LH FRA 14:00 VIE 20:00, LH VIE 21:00 MUC 23:30', {}, train, train);
    expect(viewsOf([proposalFor(legs)]).card.segments[0]?.vehicles).toEqual(['train']);
  });
});

test.each([
  ['SV RUH 22:30 FRA 23:59', 0],
  // Ten minutes before midnight.
  ['SV RUH 23:50 DXB 01:40+1', 1],
  ['SV FRA 18:00 RUH 00:00+1', 1],
  // A long layover within the same calendar day.
  ['SV RUH 00:30 IST 04:00, SV IST 22:00 FRA 23:30', 0],
  // A long layover into the next calendar day.
  ['SV RUH 00:10 IST 04:00, SV IST 22:00+1 FRA 23:55+1', 1],
  ['SV RUH 23:00 IST 03:00+1, SV IST 22:00+1 FRA 00:10+2', 2],
])('%s arrives %d calendar days later', (journey, days) => {
  expect(viewsOf([proposalFor(journey)]).card.segments[0]?.daysLater).toBe(days);
});

test('shows local times on the day when daylight saving time starts in Germany', () => {
  const proposal = proposalFor('LH MUC 01:50+2 FRA 02:40+2, SV FRA 23:30+2 RUH 06:00+3');
  expect(legsOf(proposal).map(({ day, departs, arrives, daysLater }) => [day, departs, arrives, daysLater])).toEqual([
    ['Sun 28/03/2027', '01:50', '02:40', 0],
    ['Sun 28/03/2027', '23:30', '06:00', 1],
  ]);
});

describe('a leg', () => {
  test('has all known properties', () => {
    const legs = itinerary('SV RUH 08:00 FRA 12:30', {
      marketingCarrier: 'LH',
      number: '632',
      aircraft: 'Boeing 787-9',
      technicalStops: ['CAI', 'XQX'],
      cabin: 'C',
      vehicle: 'bus',
      minutes: 380,
    });
    expect(legsOf(proposalFor(legs), 'ar')).toEqual([
      {
        from: { code: 'RUH', city: 'الرياض', name: 'مطار الملك خالد الدولي' },
        to: { code: 'FRA', city: 'فرانكفورت', name: 'مطار فرانكفورت الدولي' },
        day: 'الجمعة 26/03/2027',
        dayInWords: 'الجمعة، 26 مارس',
        departs: '08:00',
        arrives: '12:30',
        daysLater: 0,
        minutes: 380,
        carrier: { code: 'SV', name: 'الخطوط السعودية' },
        marketingCarrier: { code: 'LH', name: 'لوفتهانزا' },
        number: 'LH 632',
        aircraft: 'Boeing 787-9',
        technicalStops: [
          { code: 'CAI', city: 'القاهرة', name: 'مطار القاهرة الدولي' },
          { code: 'XQX', city: 'Quix Field', name: 'Quix Field' },
        ],
        cabin: 'C',
        vehicle: 'bus',
      },
    ]);
  });

  test.each([
    ['the operating carrier sells the leg', { marketingCarrier: 'SV', number: '632' }, 'SV 632'],
    ['the marketing carrier is unknown', { marketingCarrier: '', number: '632' }, 'SV 632'],
    ['the leg has no number', { marketingCarrier: 'SV', number: '' }, ''],
    ['both carriers are unknown', { carrier: '', marketingCarrier: '', number: '632' }, '632'],
  ])('names no other airline if %s', (_, changes, number) => {
    const [leg] = legsOf(proposalFor(itinerary('SV RUH 08:00 FRA 12:30', changes)));
    expect(leg?.number).toBe(number);
    for (const absent of ['marketingCarrier', 'aircraft', 'cabin', 'vehicle']) expect(leg).not.toHaveProperty(absent);
    expect(leg?.technicalStops).toEqual([]);
  });
});

describe('an offer', () => {
  const piece = { pieces: 1, kgEach: 23 };
  const cabin = { pieces: 1, kgEach: 7 };

  test.each(['en', 'ar'] as const)('has partner, price and allowances (%s)', (language) => {
    const offer = { gateId: 'b', price: 1240.5, currency: 'SAR', fareId: '65', baggage: piece, handBaggage: cabin };
    const { card, itineraries } = viewsOf(
      [proposalFor('SV RUH 08:00 FRA 12:30 / SV FRA 14:00+7 RUH 22:00+7', offer)],
      language,
    );
    expect(card.offer).toEqual({
      fareId: '65',
      gate: 'Trip.com',
      price: formatPrice(1240.5, 'SAR', language),
      baggage: piece,
      handBaggage: cabin,
      warnings: [],
    });
    expect(itineraries[0]?.partners).toEqual([{ id: 'b', fares: [[card.offer]] }]);
    expect(card).not.toHaveProperty('more');
  });

  test('also has the rounded price per traveller if there are several', () => {
    const offerFor = (travellers: number) =>
      viewsOf([proposalFor('SV RUH 08:00 FRA 12:30', { price: 2418, currency: 'USD' })], 'en', travellers).card.offer;
    expect(offerFor(5)).toMatchObject({
      price: formatPrice(2418, 'USD', 'en'),
      priceEach: formatPrice(484, 'USD', 'en'),
    });
    expect(offerFor(1)).not.toHaveProperty('priceEach');
  });

  test('states what the ticket allows and, when shown in full, the seats left and the name of the fare', () => {
    const offer = { refund: 'fee', change: 'no', seatsLeft: 3, fareName: 'SMART' } as const;
    const { card, itineraries } = viewsOf([proposalFor('SV RUH 08:00 FRA 12:30', offer)]);
    const full = itineraries[0]?.partners[0]?.fares[0]?.[0];
    expect(card.offer).toMatchObject({ refund: 'fee', change: 'no' });
    expect(full).toMatchObject({ refund: 'fee', change: 'no', seatsLeft: 3, fareName: 'SMART' });
    const silent = viewsOf([proposalFor('SV RUH 08:00 FRA 12:30', { seatsLeft: 9 })]).itineraries[0]?.partners[0];
    for (const absent of ['refund', 'change', 'seatsLeft', 'fareName']) {
      expect(silent?.fares[0]?.[0], absent).not.toHaveProperty(absent);
    }
  });

  test("has a price in the currency of the departure country and, when shown in full, the partner's own price", () => {
    const rates = { SAR: 25, EUR: 100 };
    const offer = { price: 604.5, unifiedPrice: 60_450 };
    const { card, itineraries } = viewsOf([proposalFor('SV RUH 08:00 FRA 12:30', offer)], 'en', 5, rates);
    const shown = {
      price: formatPrice(2420, 'SAR', 'en'),
      isApproximate: true,
      priceEach: formatPrice(484, 'SAR', 'en'),
    };
    expect(card.offer).toMatchObject(shown);
    expect(card.offer).not.toHaveProperty('partnerPrice');
    const partnerPrice = formatPrice(604.5, 'EUR', 'en');
    expect(itineraries[0]?.partners[0]?.fares[0]?.[0]).toMatchObject({ ...shown, partnerPrice });
  });

  test('has an empty partner name if the partner is unknown', () => {
    expect(viewsOf([proposalFor('SV RUH 08:00 FRA 12:30', { gateId: 'x' })]).card.offer.gate).toBe('');
  });

  test('lists allowances by leg if checked or hand baggage differs', () => {
    const journey = 'TK RUH 08:00 IST 11:30, TK IST 13:00 FRA 14:30 / SV FRA 14:00+7 RUH 22:00+7';
    const differing = { baggage: [[piece, null], [piece]], handBaggage: cabin };
    expect(viewsOf([proposalFor(journey, differing)]).card.offer).toMatchObject({
      baggage: null,
      handBaggage: cabin,
      baggageByLeg: [
        { from: 'RUH', to: 'IST', baggage: piece, handBaggage: cabin },
        { from: 'IST', to: 'FRA', baggage: null, handBaggage: cabin },
        { from: 'FRA', to: 'RUH', baggage: piece, handBaggage: cabin },
      ],
    });
    const differingHandBaggage = viewsOf([
      proposalFor(journey, { baggage: piece, handBaggage: [[cabin, cabin], [{ pieces: 0 }]] }),
    ]).card.offer;
    expect(differingHandBaggage).toMatchObject({ baggage: piece, handBaggage: { pieces: 0 } });
    expect(differingHandBaggage.baggageByLeg?.map(({ handBaggage }) => handBaggage)).toEqual([
      cabin,
      cabin,
      { pieces: 0 },
    ]);
  });

  test('has each warning once, in a fixed order', () => {
    const warnings = [['overnight_layover'], ['self_transfer', 'overnight_layover']] as const;
    const journey = 'SV RUH 08:00 FRA 12:30 / SV FRA 14:00+7 RUH 22:00+7';
    const { card } = viewsOf([
      proposalFor(journey, { warnings: warnings.map((segmentWarnings) => [...segmentWarnings]) }),
    ]);
    expect(card.offer.warnings).toEqual(['self_transfer', 'overnight_layover']);
  });
});

describe('a flight with several partners and itineraries', () => {
  const proposals = [
    proposalFor(
      'SV RUH 08:00 FRA 12:30',
      { gateId: 'a', price: 1000, warnings: [['self_transfer', 'overnight_layover']] },
      { gateId: 'a', price: 1100, warnings: [['overnight_layover']] },
      { gateId: 'b', price: 1050, warnings: [['overnight_layover', 'airport_change']] },
      { gateId: 'c', price: 1300, warnings: [['overnight_layover']] },
      { gateId: 'd', price: 1200, warnings: [['overnight_layover']] },
    ),
    proposalFor(
      'TK RUH 08:00 IST 11:30, TK IST 13:00 FRA 14:30',
      { gateId: 'c', price: 1020 },
      { gateId: 'd', price: 1400 },
    ),
  ];

  test('has a card with the legs of the best offer, and every other offer for them by partner', () => {
    const { card } = viewsOf(proposals);
    expect(card.id).toBe('RUH-FRA 08:00');
    expect(card.segments.map(({ stops }) => stops)).toEqual([[]]);
    expect([card.offer.gate, card.offer.price]).toEqual(['City.Travel', formatPrice(1000, 'EUR', 'en')]);
    const listed = (gate: string, ...amounts: number[]) => ({
      gate,
      prices: amounts.map((amount) => ({ price: formatPrice(amount, 'EUR', 'en') })),
    });
    expect(card.more).toEqual([
      listed('Trip.com', 1050),
      listed('City.Travel', 1100),
      listed('Mytrip', 1200),
      listed('Kiwi.com', 1300),
    ]);
    expect(card.offer.warnings).toEqual(['self_transfer', 'overnight_layover']);
  });

  test('has a page with all itineraries and offers, grouped by partner and by what they include, best first', () => {
    const { itineraries } = viewsOf([
      ...proposals,
      proposalFor('SV RUH 08:00 FRA 12:30', { gateId: 'a', price: 1150, warnings: [['overnight_layover']] }),
    ]);
    const priced = itineraries.map(({ segments, partners }) => [
      segments[0]?.legs.length,
      partners.map(({ id, fares }) => [id, ...fares.map((same) => same.map(({ price }) => price))]),
    ]);
    const euros = (amount: number) => formatPrice(amount, 'EUR', 'en');
    expect(priced).toEqual([
      [
        1,
        [
          ['a', [euros(1000)], [euros(1100), euros(1150)]],
          ['b', [euros(1050)]],
          ['d', [euros(1200)]],
          ['c', [euros(1300)]],
        ],
      ],
      [
        2,
        [
          ['c', [euros(1020)]],
          ['d', [euros(1400)]],
        ],
      ],
    ]);
    expect(new Set(itineraries.map(({ id }) => id)).size).toBe(2);
  });

  test('has segments with the warnings common to all offers', () => {
    const { itineraries } = viewsOf(proposals);
    expect(itineraries.map(({ segments }) => segments.map(({ warnings }) => warnings))).toEqual([
      [['overnight_layover']],
      [[]],
    ]);
  });

  test('has segments with flight time and total duration', () => {
    const [, withStop] = viewsOf(proposals).itineraries;
    expect(withStop?.segments[0]).toMatchObject({ flightTime: 420, elapsed: 510 });
  });
});
