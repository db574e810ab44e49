import { carrierName } from '#app/airlines/carriers.ts';
import { daysBetween, formatLocalDate, formatLocalDateInWords, formatLocalTime } from '#app/i18n/format/dates.ts';
import type { Language } from '#app/i18n/languages.ts';
import { airportByCode, airportNames, isOneOfSeveral } from '#app/places/airports/airport.ts';
import { smallestAllowance } from '../model/baggage.ts';
import {
  type Itinerary,
  lacksSeats,
  type Leg,
  manySeats,
  type Names,
  type Offer,
  type Segment,
  warnings,
} from '../model/flight.ts';
import { hasExpired } from '../model/has-expired.ts';
import type { ListedFlight } from '../model/list-flights.ts';
import type {
  AirportView,
  CarrierView,
  EndView,
  FlightCardView,
  ItineraryView,
  LayoverView,
  LegView,
  MoreOffersView,
  OfferView,
  PlaceView,
  SegmentDetailView,
  SegmentView,
} from './flight-view.ts';
import type { PriceFormatter } from './price-formatter.server.ts';

/**
 * Creates functions that format flights for display in a language. Our own names take precedence, because the supplier
 * has no Arabic names.
 * @param names the supplier's names, used as a fallback
 * @param prices formats the prices of offers
 * @param seats number of seats that the travellers need
 */
export function createFlightViews(language: Language, names: Names, prices: PriceFormatter, seats = 1) {
  function toAirportView(code: string): AirportView {
    const airport = airportByCode(code);
    if (airport) {
      const { name, city } = airportNames(airport, language);
      return { code, city, name };
    }
    const name = names.airports[code] ?? code;
    return { code, city: names.cities?.[code] ?? name, name };
  }

  function toPlaceView(code: string): PlaceView {
    return { code, city: toAirportView(code).city };
  }

  function toEndView(code: string): EndView {
    const airport = airportByCode(code);
    const { city, name } = toAirportView(code);
    return { code, city, ...(airport && isOneOfSeveral(airport) && { name }) };
  }

  function toCarrierView(code: string): CarrierView {
    return { code, name: code && carrierName(code, language, names.airlines) };
  }

  function toLayoverView({ airport, departsFrom, minutes }: Segment['stops'][number]): LayoverView {
    return {
      place: toPlaceView(airport),
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
    const technicalStops = legs.flatMap((leg) => leg.technicalStops.map(toPlaceView));
    const vehicles = [...new Set(legs.flatMap(({ vehicle }) => (vehicle ? [vehicle] : [])))];
    return {
      from: toEndView(from),
      to: toEndView(to),
      ...toTimesView({ localDep, localArr }),
      elapsed,
      carriers: [...new Set(legs.map((leg) => leg.carrier))].filter(Boolean).map(toCarrierView),
      stops: stops.map(toLayoverView),
      ...(technicalStops.length > 0 && { technicalStops }),
      ...(vehicles.length > 0 && { vehicles }),
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
      number: number && `${marketingCarrier || carrier} ${number}`.trim(),
      ...(aircraft ? { aircraft } : {}),
      technicalStops: technicalStops.map(toAirportView),
      ...(cabin ? { cabin } : {}),
      ...(vehicle ? { vehicle } : {}),
    };
  }

  /** Returns the details of an offer that the list shows. */
  function toShortOfferView(offer: Offer, itinerary: Itinerary): OfferView {
    const byLeg = itinerary.segments.flatMap(({ legs }, segmentIndex) =>
      legs.map(({ from, to }, legIndex) => ({
        from,
        to,
        baggage: offer.baggageLegs[segmentIndex]?.[legIndex] ?? null,
        handBaggage: offer.handBaggageLegs[segmentIndex]?.[legIndex] ?? null,
      })),
    );
    const priceEach = prices.perTraveller(offer);
    const doLegsDiffer =
      new Set(byLeg.map(({ baggage, handBaggage }) => JSON.stringify([baggage, handBaggage]))).size > 1;
    return {
      fareId: offer.fareId,
      gate: names.gates[offer.gateId] ?? '',
      ...prices.total(offer),
      ...(priceEach && { priceEach }),
      baggage: smallestAllowance(offer.baggageLegs),
      handBaggage: smallestAllowance(offer.handBaggageLegs),
      ...(hasExpired(offer) && { hasExpired: true }),
      ...(lacksSeats(offer, seats) && { lacksSeats: true, seatsLeft: offer.seatsLeft }),
      ...(offer.onRequest && { onRequest: true }),
      ...(doLegsDiffer ? { baggageByLeg: byLeg } : {}),
      warnings: warnings.filter((warning) => offer.warnings.flat().includes(warning)),
      ...(offer.refund && { refund: offer.refund }),
      ...(offer.change && { change: offer.change }),
    };
  }

  function toOfferView(offer: Offer, itinerary: Itinerary): OfferView {
    const partnerPrice = prices.partnerPrice(offer);
    const { seatsLeft = manySeats, fareName } = offer;
    return {
      ...toShortOfferView(offer, itinerary),
      ...(partnerPrice && { partnerPrice }),
      ...(seatsLeft < manySeats && { seatsLeft }),
      ...(fareName && { fareName }),
    };
  }

  function toMoreOffersView(gateId: string, offers: readonly Offer[]): MoreOffersView {
    return {
      gate: names.gates[gateId] ?? '',
      prices: offers.map(prices.total),
    };
  }

  function toCardView({ flight, itinerary, best, offers }: ListedFlight): FlightCardView {
    const more = offers.filter((offer) => offer !== best && !hasExpired(offer));
    return {
      id: flight.id,
      segments: itinerary.segments.map(toSegmentView),
      offer: toShortOfferView(best, itinerary),
      ...(more.length > 0 && {
        more: groupBy(more, ({ gateId }) => gateId).map(([gateId, ofGate]) => toMoreOffersView(gateId, ofGate)),
      }),
      ...(flight.itineraries.length > 1 && { itineraryId: itinerary.id }),
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
          fares: groupBy(partnerOffers, inclusionKey).map(([, fares]) =>
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
    airport: toAirportView,
    place: toPlaceView,
    carrier: toCarrierView,
    offer: toOfferView,
    card: toCardView,
    itineraries: toItineraryViews,
  };
}

/** Returns a key that is the same for fares with the same baggage, warnings and terms. */
function inclusionKey({ baggageLegs, handBaggageLegs, warnings: legWarnings, refund, change }: Offer): string {
  return JSON.stringify([baggageLegs, handBaggageLegs, legWarnings, refund, change]);
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
