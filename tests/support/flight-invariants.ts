import type { Leg, Names, Offer, Segment, Warning } from '../../app/flights/model/flight.ts';
import {
  type BaggageAllowance,
  type Chunk,
  type Flight,
  type Itinerary,
  travelClasses,
  warnings,
} from '../../app/flights/model/flight.ts';

/** Lists a parsed chunk's violations of the model (app/flights/model/flight.ts); empty if it is valid. */
export function chunkProblems(chunk: Chunk): string[] {
  return [
    ...check(chunk.id !== '', 'a chunk without an id'),
    ...namesProblems(chunk),
    ...chunk.proposals.flatMap(({ flightId, itinerary, offers }) => [
      ...check(isId(flightId), `flight id ${flightId}`),
      ...check(offers.length > 0, 'a proposal without offers'),
      ...itineraryProblems(itinerary),
      ...offers.flatMap((offer) => offerProblems(offer, itinerary)),
    ]),
  ];
}

/** Lists the violations of the model in a collection's flights; empty if all are valid. */
export function flightProblems(flights: readonly Flight[]): string[] {
  return [
    ...check(isSorted(flights.map(({ best }) => best.unifiedPrice)), 'flights are not sorted'),
    ...check(new Set(flights.map(({ id }) => id)).size === flights.length, 'a duplicate flight'),
    ...flights.flatMap(singleFlightProblems),
  ];
}

function singleFlightProblems({ id, itineraries, carriers, offersByGateId, best }: Flight): string[] {
  const lists = Object.entries(offersByGateId);
  const offers = lists.flatMap(([, list]) => list);
  const itineraryIds = itineraries.map((itinerary) => itinerary.id);
  return [
    ...check(isId(id), `flight id ${id}`),
    ...check(isSortedSet(itineraryIds), 'itineraries are not sorted and unique'),
    ...check(isSortedSet(carriers), 'carriers are not sorted and unique'),
    ...check(
      itineraryIds.every((itinerary) => offers.some(({ itineraryId }) => itineraryId === itinerary)),
      'an itinerary without offers',
    ),
    ...check(offers.includes(best), 'the best offer is not one of the offers'),
    ...check(
      best.unifiedPrice === Math.min(...offers.map(({ unifiedPrice }) => unifiedPrice)),
      'the best offer is not the cheapest',
    ),
    ...itineraries.flatMap(itineraryProblems),
    ...lists.flatMap(([gateId, list]) => [
      ...check(list.length > 0, 'a gate without offers'),
      ...check(
        list.every((offer) => offer.gateId === gateId),
        'an offer under the wrong gate',
      ),
      ...check(isSorted(list.map(({ unifiedPrice }) => unifiedPrice)), 'offers are not sorted'),
      ...check(new Set(list.map(({ fareId }) => fareId)).size === list.length, 'a duplicate offer'),
    ]),
    ...offers.flatMap((offer) => {
      const itinerary = itineraries.find((candidate) => candidate.id === offer.itineraryId);
      return itinerary ? offerProblems(offer, itinerary) : ['an offer without an itinerary'];
    }),
  ];
}

function itineraryProblems({ id, segments, carriers }: Itinerary): string[] {
  return [
    ...check(isId(id), `itinerary id ${id}`),
    ...check(segments.length > 0 && segments.length <= 8, `${segments.length} segments`),
    ...check(isSortedSet(carriers) && !carriers.includes(''), 'carriers are not sorted and unique'),
    ...segments.flatMap(segmentProblems),
  ];
}

function segmentProblems({ from, to, dep, arr, duration, elapsed, carrier, aircraft, legs, stops }: Segment): string[] {
  const first = legs[0];
  const last = legs[legs.length - 1];
  return [
    ...check(legs.length <= 12, `${legs.length} legs`),
    ...check(first?.from === from && last?.to === to, 'segment endpoints do not match its legs'),
    ...check(first?.dep === dep && last?.arr === arr, 'segment times do not match its legs'),
    ...check(
      first?.carrier === carrier && first.aircraft === aircraft,
      'segment carrier or aircraft does not match its first leg',
    ),
    ...check(arr > dep, 'arrives before it departs'),
    ...check(duration === legs.reduce((sum, { minutes }) => sum + minutes, 0), `duration ${duration}`),
    ...check(isWhole(elapsed) && Math.abs(elapsed - (arr - dep) / 60) <= 0.5, `elapsed ${elapsed}`),
    ...check(stops.length === legs.length - 1, 'the number of stops does not match the legs'),
    ...stops.flatMap(({ airport, departsFrom, minutes }, index) => [
      ...check(airport === legs[index]?.to && departsFrom === legs[index + 1]?.from, 'a stop at the wrong airport'),
      ...check(isInteger(minutes), `a stop of ${minutes} minutes`),
    ]),
    ...legs.flatMap(legProblems),
  ];
}

function legProblems(leg: Leg): string[] {
  // What most sources say of the local time is believed, so the timestamp may be wrong by the longest leg, three days.
  const fourDays = 4 * 24 * 3600;
  return [
    ...check([leg.from, leg.to, ...leg.technicalStops].every(isAirport), 'an invalid airport'),
    ...check([leg.dep, leg.arr, leg.localDep, leg.localArr].every(isWhole), 'a time that is not a whole number'),
    ...check(leg.arr > leg.dep, 'a leg that arrives before it departs'),
    ...check(
      Math.abs(leg.localDep - leg.dep) < fourDays && Math.abs(leg.localArr - leg.arr) < fourDays,
      'an implausible local time',
    ),
    ...check(isWhole(leg.minutes) && leg.minutes > 0, `${leg.minutes} minutes`),
    ...check([leg.carrier, leg.marketingCarrier].every(isCarrier), 'an invalid carrier'),
    ...check(isClean(leg.number) && isClean(leg.aircraft ?? 'none'), 'text that cannot be displayed'),
    ...check(leg.aircraft !== '', 'an empty aircraft'),
    ...check(leg.cabin === undefined || travelClasses.includes(leg.cabin), 'an unknown cabin'),
    ...check(leg.vehicle === undefined || ['bus', 'train'].includes(leg.vehicle), 'an unknown vehicle'),
    ...check(!(leg.vehicle && leg.aircraft), 'ground transport with an aircraft'),
  ];
}

function offerProblems(offer: Offer, { id, segments }: Itinerary): string[] {
  return [
    ...check(offer.itineraryId === id, 'an offer for the wrong itinerary'),
    ...check(
      [offer.gateId, offer.fareId].every((text) => text !== '' && isClean(text)),
      'an invalid id',
    ),
    ...check(isClean(offer.fareName), 'a fare name that cannot be displayed'),
    ...check(
      [offer.price, offer.unifiedPrice].every((price) => Number.isFinite(price) && price > 0),
      'an invalid price',
    ),
    ...check(/^[A-Z]{3}$/.test(offer.currency), `currency ${offer.currency}`),
    ...check(hasShape(offer.baggageLegs, segments), 'baggage does not match the legs'),
    ...check(hasShape(offer.handBaggageLegs, segments), 'hand baggage does not match the legs'),
    ...[...offer.baggageLegs, ...offer.handBaggageLegs].flat().flatMap(allowanceProblems),
    ...check(offer.warnings.length === segments.length, 'expected one list of warnings per segment'),
    ...check(
      offer.warnings.every((list) => isSorted(list.map((warning: Warning) => warnings.indexOf(warning)))),
      'warnings out of order',
    ),
    ...check(
      offer.warnings.flat().every((warning) => warnings.includes(warning)),
      'an unknown warning',
    ),
  ];
}

function allowanceProblems(allowance: BaggageAllowance): string[] {
  if (allowance === null) return [];
  if ('kgTotal' in allowance) return check(allowance.kgTotal > 0 && allowance.kgTotal <= 200, 'an invalid weight');
  const { pieces, kgEach, centimetres } = allowance;
  return [
    ...check(isWhole(pieces) && pieces < 100, `${pieces} pieces`),
    ...check(kgEach === undefined || (isWhole(kgEach) && kgEach > 0), `${kgEach} kg each`),
    ...check(centimetres === undefined || /^\d+x\d+x\d+$/.test(centimetres), `size ${centimetres}`),
  ];
}

function namesProblems({ gates, airlines, airports }: Names): string[] {
  const names = [gates, airlines, airports].flatMap((record) => Object.entries(record).flat());
  return [
    ...check(
      names.every((text) => text !== '' && isClean(text)),
      'a name that is not displayable',
    ),
    ...check(
      Object.keys(airlines).every(isCarrier) && Object.keys(airports).every(isAirport),
      'a name for an invalid code',
    ),
  ];
}

function hasShape(allowances: readonly (readonly unknown[])[], segments: readonly Segment[]): boolean {
  return (
    allowances.length === segments.length &&
    segments.every(
      ({ legs }, index) => allowances[index]?.length === legs.length && !allowances[index].includes(undefined),
    )
  );
}

function check(isValid: boolean, problem: string): string[] {
  return isValid ? [] : [problem];
}

/** Excludes -0, which JSON does not preserve. */
function isWhole(number: number): boolean {
  return isInteger(number) && number >= 0;
}

function isInteger(number: number): boolean {
  return Number.isSafeInteger(number) && !Object.is(number, -0);
}

function isId(text: string): boolean {
  return /^[0-9a-f]{12}$/.test(text);
}

function isAirport(code: string): boolean {
  return /^[A-Z0-9]{3}$/.test(code);
}

function isCarrier(code: string): boolean {
  return /^(?:[A-Z0-9]{2,3})?$/.test(code);
}

function isClean(text: string): boolean {
  return (
    text.length <= 100 &&
    text === text.trim() &&
    !/[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.test(text)
  );
}

function isSorted(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? number) <= number);
}

function isSortedSet(texts: readonly string[]): boolean {
  return texts.every((text, index) => index === 0 || (texts[index - 1] ?? text) < text);
}
