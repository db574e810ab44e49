import { airportByCode } from '#app/places/airports/airport.ts';

/**
 * Returns the illustration for a destination. Three countries have their own; all others show Berlin (spec, section 2).
 * @param code IATA airport code
 */
export function destinationPicture(code: string): 'jordan' | 'egypt' | 'syria' | 'berlin' {
  switch (airportByCode(code)?.country.en) {
    case 'Jordan':
      return 'jordan';
    case 'Egypt':
      return 'egypt';
    case 'Syria':
      return 'syria';
    default:
      return 'berlin';
  }
}
