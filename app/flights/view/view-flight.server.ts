import { carrierName } from '#app/airlines/carriers.ts';
import { daysBetween, formatClock, formatWallDay, formatWallDayInWords } from '#app/i18n/format/dates.ts';
import { formatPrice } from '#app/i18n/format/prices.ts';
import type { Language } from '#app/i18n/languages.ts';
import { airportByCode, airportNames } from '#app/places/airports/airport.ts';
import { smallestAllowance } from '../model/baggage.ts';
import {
  type Itinerary,
  type Leg,
  type Names,
  type Offer,
  type Segment,
  type Warning,
  warnings,
} from '../model/flight.ts';
import type { ListedFlight } from '../model/list-flights.ts';
import type {
  CarrierView,
  FlightCardView,
  ItineraryView,
  LegView,
  OfferView,
  PlaceView,
  SegmentDetailView,
  SegmentView,
  StopView,
} from './flight-view.ts';

/** How many partners a result card shows; the flight's own page shows all. */
const gatesOnCard = 3;

/**
 * Formats flights for display in a language. Our own names take precedence: the supplier has no Arabic ones.
 * @param names the supplier's names, as fallback
 */
export function flightViews(language: Language, names: Names) {
  function place(code: string): PlaceView {
    const airport = airportByCode(code);
    if (airport) {
      const { name, city } = airportNames(airport, language);
      return { code, city, name };
    }
    const name = names.airports[code] ?? code;
    return { code, city: name, name };
  }

  function carrier(code: string): CarrierView {
    return { code, name: code && carrierName(code, language, names.airlines) };
  }

  function stop({ airport, departsFrom, minutes }: Segment['stops'][number]): StopView {
    return {
      place: place(airport),
      minutes,
      ...(departsFrom === airport ? {} : { departsFrom: place(departsFrom) }),
    };
  }

  function times({ localDep, localArr }: Pick<Leg, 'localDep' | 'localArr'>) {
    return {
      day: formatWallDay(localDep, language),
      dayInWords: formatWallDayInWords(localDep, language),
      departs: formatClock(localDep),
      arrives: formatClock(localArr),
      daysLater: daysBetween(localDep, localArr),
    };
  }

  function segment({ from, to, elapsed, legs, stops }: Segment): SegmentView {
    const localDep = legs[0]?.localDep ?? 0;
    const localArr = legs[legs.length - 1]?.localArr ?? localDep;
    return {
      from: place(from),
      to: place(to),
      ...times({ localDep, localArr }),
      elapsed,
      carriers: [...new Set(legs.map((leg) => leg.carrier))].filter(Boolean).map(carrier),
      stops: stops.map(stop),
      technicalStops: legs.flatMap((one) => one.technicalStops.map(place)),
      vehicles: [...new Set(legs.flatMap(({ vehicle }) => (vehicle ? [vehicle] : [])))],
    };
  }

  function leg(one: Leg): LegView {
    const { from, to, minutes, marketingCarrier, number, aircraft, technicalStops, cabin, vehicle } = one;
    return {
      from: place(from),
      to: place(to),
      ...times(one),
      minutes,
      carrier: carrier(one.carrier),
      ...(marketingCarrier && marketingCarrier !== one.carrier ? { soldBy: carrier(marketingCarrier) } : {}),
      number: `${marketingCarrier || one.carrier} ${number}`.trim(),
      ...(aircraft ? { aircraft } : {}),
      technicalStops: technicalStops.map(place),
      ...(cabin ? { cabin } : {}),
      ...(vehicle ? { vehicle } : {}),
    };
  }

  function offer(one: Offer, itinerary: Itinerary): OfferView {
    const byLeg = itinerary.segments.flatMap(({ legs }, s) =>
      legs.map(({ from, to }, l) => ({
        from,
        to,
        baggage: one.baggageLegs[s]?.[l] ?? null,
        handBaggage: one.handBaggageLegs[s]?.[l] ?? null,
      })),
    );
    const differ = new Set(byLeg.map(({ baggage, handBaggage }) => JSON.stringify([baggage, handBaggage]))).size > 1;
    return {
      fareId: one.fareId,
      gate: names.gates[one.gateId] ?? '',
      price: formatPrice(one.price, one.currency, language),
      baggage: smallestAllowance(one.baggageLegs),
      handBaggage: smallestAllowance(one.handBaggageLegs),
      ...(differ ? { baggageByLeg: byLeg } : {}),
      warnings: warnings.filter((warning) => one.warnings.flat().includes(warning)),
    };
  }

  function card({ flight, itinerary, best, offers }: ListedFlight): FlightCardView {
    const gates = new Set<string>();
    const bestOfGates = offers.filter(({ gateId, itineraryId }) => {
      if (itineraryId !== best.itineraryId || gates.has(gateId)) return false;
      gates.add(gateId);
      return true;
    });
    return {
      id: flight.id,
      segments: itinerary.segments.map(segment),
      offers: bestOfGates.slice(0, gatesOnCard).map((one) => offer(one, itinerary)),
      itineraryId: itinerary.id,
      warnings: best.warnings,
    };
  }

  /** All itineraries of a flight with their offers: `first` if given, then by best offer. */
  function itineraries({ flight, offers }: ListedFlight, first?: string): ItineraryView[] {
    const byPrice = [...new Set(offers.map(({ itineraryId }) => itineraryId))];
    const order = byPrice.sort((a, b) => Number(b === first) - Number(a === first));
    return order.flatMap((id) => {
      const itinerary = flight.itineraries.find((one) => one.id === id);
      if (!itinerary) return [];
      const own = offers.filter(({ itineraryId }) => itineraryId === id);
      const ofAll = (warning: Warning, index: number) => own.every((each) => each.warnings[index]?.includes(warning));
      const told = new Set(itinerary.segments.flatMap((_, index) => warnings.filter((each) => ofAll(each, index))));
      return {
        id,
        segments: itinerary.segments.map((one, index): SegmentDetailView => ({
          ...segment(one),
          duration: one.duration,
          legs: one.legs.map(leg),
          warnings: warnings.filter((warning) => ofAll(warning, index)),
        })),
        // Warnings that apply to all offers are shown with the segments instead.
        offers: own.map((each) => {
          const view = offer(each, itinerary);
          return { ...view, warnings: view.warnings.filter((warning) => !told.has(warning)) };
        }),
      };
    });
  }

  return { place, carrier, offer, card, itineraries };
}

export type FlightViews = ReturnType<typeof flightViews>;
