/**
 * How flight times are estimated. They were compared with timetables between the Gulf, the Levant and Germany, from which
 * those of airlines differ by up to half an hour: see docs/decisions/0049-a-journey-at-a-glance.md.
 */
interface Aircraft {
  /** Speed in the cruise (km/h). */
  speed: number;
  /** Taxiing, climb and approach (h). */
  groundAndClimb: number;
  /** How far it flies without refuelling (km). */
  range: number;
  /** A stop to refuel, with its descent and climb (h). */
  stop: number;
}

/** A light jet with a stretcher, such as a Learjet 35 or a Citation. */
const ambulanceJet: Aircraft = { speed: 740, groundAndClimb: 0.5, range: 3_000, stop: 1 };
/** A scheduled flight without a change, where there is one. */
const airliner: Aircraft = { speed: 830, groundAndClimb: 0.75, range: Infinity, stop: 0 };

/** Airways and closed airspace make a flight longer than the great circle. */
const detour = 1.05;

/** An estimate of the time from leaving one apron to reaching the other. */
export interface FlightTime {
  /** In half hours, at least one hour. */
  hours: number;
  /** Stops to refuel, which `hours` includes. */
  stops: number;
}

/** Estimates the flight time of an ambulance jet, without the time until departure. @param kilometres great-circle distance */
export function ambulanceJetTime(kilometres: number): FlightTime {
  return flightTime(ambulanceJet, kilometres);
}

/** Estimates the time of a direct flight by airline. @param kilometres great-circle distance */
export function airlineTime(kilometres: number): FlightTime {
  return flightTime(airliner, kilometres);
}

function flightTime({ speed, groundAndClimb, range, stop }: Aircraft, kilometres: number): FlightTime {
  const stops = Math.max(0, Math.ceil(kilometres / range) - 1);
  const hours = (kilometres * detour) / speed + groundAndClimb + stops * stop;
  return { hours: Math.max(1, Math.round(hours * 2) / 2), stops };
}
