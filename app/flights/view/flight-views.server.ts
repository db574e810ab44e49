import { carrierName } from '#app/airlines/carriers.ts';
import { daysBetween, formatLocalDate, formatLocalDateInWords, formatLocalTime } from '#app/i18n/format/dates.ts';
import { formatPrice } from '#app/i18n/format/prices.ts';
import type { Language } from '#app/i18n/languages.ts';
import { airportByCode, airportNames } from '#app/places/airports/airport.ts';
import { smallestAllowance } from '../model/baggage.ts';
import { type Itinerary, type Leg, type Names, type Offer, type Segment, warnings } from '../model/flight.ts';
import type { ListedFlight } from '../model/list-flights.ts';
import type {
  AirportView,
  CarrierView,
  FlightCardView,
  ItineraryView,
  LayoverView,
  LegView,
  OfferView,
  SegmentDetailView,
  SegmentView,
} from './flight-view.ts';

/**
 * Creates functions that format flights for display in a language. Our own names take precedence, because the supplier
 * has no Arabic names.
 * @param names the supplier's names, used as a fallback
 * @param travellers number of travellers that prices are for
 */
export function createFlightViews(language: Language, names: Names, travellers: number) {
  function toAirportView(code: string): AirportView {
    const airport = airportByCode(code);
    if (airport) {
      const { name, city } = airportNames(airport, language);
      return { code, city, name };
    }
    const name = names.airports[code] ?? code;
    return { code, city: name, name };
  }

  function toCarrierView(code: string): CarrierView {
    return { code, name: code && carrierName(code, language, names.airlines) };
  }

  function toLayoverView({ airport, departsFrom, minutes }: Segment['stops'][number]): LayoverView {
    return {
      place: toAirportView(airport),
      minutes,
      ...(departsFrom === airport ? {} : { departsFrom: toAirportView(departsFrom) }),
    };
  }

  function toTimesView({ localDep, localArr }: Pick<Leg, 'localDep' | 'localArr'>) {
    return {
      day: formatLocalDate(localDep, language),
      dayInWords: formatLocalDateInWords(localDep, language),
      departs: formatLocalTime(localDep),
      arrives: formatLocalTime(localArr),
      daysLater: daysBetween(localDep, localArr),
    };
  }

  function toSegmentView({ from, to, elapsed, legs, stops }: Segment): SegmentView {
    const localDep = legs[0]?.localDep ?? 0;
    const localArr = legs[legs.length - 1]?.localArr ?? localDep;
    return {
      from: toAirportView(from),
      to: toAirportView(to),
      ...toTimesView({ localDep, localArr }),
      elapsed,
      carriers: [...new Set(legs.map((leg) => leg.carrier))].filter(Boolean).map(toCarrierView),
      stops: stops.map(toLayoverView),
      technicalStops: legs.flatMap((leg) => leg.technicalStops.map(toAirportView)),
      vehicles: [...new Set(legs.flatMap(({ vehicle }) => (vehicle ? [vehicle] : [])))],
    };
  }

  function toLegView(leg: Leg): LegView {
    const { from, to, minutes, carrier, marketingCarrier, number, aircraft, technicalStops, cabin, vehicle } = leg;
    return {
      from: toAirportView(from),
      to: toAirportView(to),
      ...toTimesView(leg),
      minutes,
      carrier: toCarrierView(carrier),
      ...(marketingCarrier && marketingCarrier !== carrier
        ? { marketingCarrier: toCarrierView(marketingCarrier) }
        : {}),
      number: `${marketingCarrier || carrier} ${number}`.trim(),
      ...(aircraft ? { aircraft } : {}),
      technicalStops: technicalStops.map(toAirportView),
      ...(cabin ? { cabin } : {}),
      ...(vehicle ? { vehicle } : {}),
    };
  }

  function toOfferView(offer: Offer, itinerary: Itinerary): OfferView {
    const byLeg = itinerary.segments.flatMap(({ legs }, segmentIndex) =>
      legs.map(({ from, to }, legIndex) => ({
        from,
        to,
        baggage: offer.baggageLegs[segmentIndex]?.[legIndex] ?? null,
        handBaggage: offer.handBaggageLegs[segmentIndex]?.[legIndex] ?? null,
      })),
    );
    const doLegsDiffer =
      new Set(byLeg.map(({ baggage, handBaggage }) => JSON.stringify([baggage, handBaggage]))).size > 1;
    return {
      fareId: offer.fareId,
      gate: names.gates[offer.gateId] ?? '',
      price: formatPrice(offer.price, offer.currency, language),
      ...(travellers > 1 && { priceEach: formatPrice(Math.round(offer.price / travellers), offer.currency, language) }),
      baggage: smallestAllowance(offer.baggageLegs),
      handBaggage: smallestAllowance(offer.handBaggageLegs),
      ...(doLegsDiffer ? { baggageByLeg: byLeg } : {}),
      warnings: warnings.filter((warning) => offer.warnings.flat().includes(warning)),
    };
  }

  function toCardView({ flight, itinerary, best, offers }: ListedFlight): FlightCardView {
    return {
      id: flight.id,
      segments: itinerary.segments.map(toSegmentView),
      offer: toOfferView(best, itinerary),
      offerCount: offers.length,
      partnerCount: new Set(offers.map(({ gateId }) => gateId)).size,
      itineraryId: itinerary.id,
      warnings: best.warnings,
    };
  }

  /**
   * Returns all itineraries of a flight with their offers, sorted by best offer.
   * @param firstId id of an itinerary to put first
   */
  function toItineraryViews({ flight, offers }: ListedFlight, firstId?: string): ItineraryView[] {
    const idsByPrice = [...new Set(offers.map(({ itineraryId }) => itineraryId))];
    const sortedIds = idsByPrice.sort((a, b) => Number(b === firstId) - Number(a === firstId));
    return sortedIds.flatMap((id) => {
      const itinerary = flight.itineraries.find((candidate) => candidate.id === id);
      if (!itinerary) return [];
      const itineraryOffers = offers.filter(({ itineraryId }) => itineraryId === id);
      const sharedWarnings = itinerary.segments.map((_, index) =>
        warnings.filter((warning) => itineraryOffers.every((offer) => offer.warnings[index]?.includes(warning))),
      );
      return {
        id,
        segments: itinerary.segments.map((segment, index): SegmentDetailView => ({
          ...toSegmentView(segment),
          flightTime: segment.duration,
          legs: segment.legs.map(toLegView),
          warnings: sharedWarnings[index] ?? [],
        })),
        // Warnings that apply to all offers are shown with the segments instead.
        partners: groupBy(itineraryOffers, ({ gateId }) => gateId).map(([gateId, partnerOffers]) => ({
          id: gateId,
          fares: groupBy(partnerOffers, whatIsIncluded).map(([, fares]) =>
            fares.map((offer) => {
              const view = toOfferView(offer, itinerary);
              return { ...view, warnings: view.warnings.filter((warning) => !sharedWarnings.flat().includes(warning)) };
            }),
          ),
        })),
      };
    });
  }

  return {
    place: toAirportView,
    carrier: toCarrierView,
    offer: toOfferView,
    card: toCardView,
    itineraries: toItineraryViews,
  };
}

/** Returns a text that is the same for fares with the same baggage and warnings. */
function whatIsIncluded({ baggageLegs, handBaggageLegs, warnings: legWarnings }: Offer): string {
  return JSON.stringify([baggageLegs, handBaggageLegs, legWarnings]);
}

/** Groups offers, keeping their order: groups are in the order of their first offers. */
function groupBy(offers: readonly Offer[], keyOf: (offer: Offer) => string): [string, Offer[]][] {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) {
    const key = keyOf(offer);
    const group = groups.get(key);
    if (group) group.push(offer);
    else groups.set(key, [offer]);
  }
  return [...groups];
}

export type FlightViews = ReturnType<typeof createFlightViews>;
