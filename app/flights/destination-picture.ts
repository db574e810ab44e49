import { airportByCode } from '#app/airports/airport.ts';

/** Which drawing shows a destination: three countries have their own (spec, section 2). */
export function destinationPicture(code: string): 'jordan' | 'egypt' | 'syria' | 'berlin' {
  switch (airportByCode(code)?.country) {
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
