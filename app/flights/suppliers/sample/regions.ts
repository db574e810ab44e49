import { airportByCode } from '#app/places/airports/airport.ts';

/** Regions of the airport list's countries. Israel is in none: the airlines that serve it are listed individually. */
const countries = {
  gulf: 'Saudi Arabia, United Arab Emirates, Qatar, Kuwait, Bahrain, Oman, Yemen',
  levant: 'Jordan, Lebanon, Syria, Iraq',
  turkey: 'Turkey',
  iran: 'Iran',
  maghreb: 'Morocco, Algeria, Tunisia, Libya, Mauritania',
  nile: 'Egypt, Sudan',
  africa: 'Ethiopia, Kenya, Nigeria, South Africa, Djibouti, Somalia, Chad',
  europe: `Germany, Austria, Switzerland, France, Belgium, Netherlands, Luxembourg, United Kingdom, Ireland, Spain,
    Portugal, Italy, Malta, Greece, Cyprus, Sweden, Norway, Denmark, Finland, Poland, Czechia, Hungary, Romania,
    Bulgaria, Serbia, Croatia, Bosnia and Herzegovina, Albania, North Macedonia, Latvia, Moldova`,
  russia: 'Russia',
  inner: 'Georgia, Armenia, Azerbaijan, Kazakhstan, Uzbekistan',
  asia: 'India, Pakistan, Bangladesh, Sri Lanka, Maldives',
  far: 'Thailand, Malaysia, Singapore, Hong Kong, China, South Korea, Japan, Australia, United States, Canada',
};

export type Region = keyof typeof countries;

const regions = new Map(
  Object.entries(countries).flatMap(([region, names]) => names.split(/,\s+/).map((name) => [name, region as Region])),
);

/** The region of a country. @param country its English name in the airport list */
export function regionOf(country: string): Region | undefined {
  return regions.get(country);
}

/**
 * The English name of an airport's country.
 * @throws {RangeError} if the airport list does not have it
 */
export function countryOf(code: string): string {
  const airport = airportByCode(code);
  if (!airport) throw new RangeError(`${code} is not an airport in the list`);
  return airport.country.en;
}
