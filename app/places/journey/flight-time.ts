/**
 * The figures from which flight times are estimated. For airlines, the estimates differ from timetables between the
 * Gulf, the Levant and Germany by at most half an hour: see docs/decisions/0049-a-journey-at-a-glance.md.
 */
interface Aircraft {
  /** Cruising speed (km/h). */
  speed: number;
  /** Time for taxiing, climb and approach (h). */
  groundAndClimb: number;
  /** Range without refuelling (km). */
  range: number;
  /** Duration of a stop to refuel, including descent and climb (h). */
  stop: number;
}

/** A light jet with a stretcher, such as a Learjet 35 or a Citation. */
const ambulanceJet: Aircraft = { speed: 740, groundAndClimb: 0.5, range: 3_000, stop: 1 };
/** A direct scheduled flight, if there is one. */
const airliner: Aircraft = { speed: 830, groundAndClimb: 0.75, range: Infinity, stop: 0 };

/** Airways and closed airspace make a flight longer than the great circle. */
const detour = 1.05;

/** An estimate of the time from leaving one apron to reaching the other. */
export interface FlightTime {
  /** A multiple of half an hour, at least one hour. */
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
