import { airportByCode } from '#app/places/airports/airport.ts';

/** Countries of the airport list by region. Israel has no region; airlines that serve it list its airports. */
const countriesByRegion = {
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
  centralAsia: 'Georgia, Armenia, Azerbaijan, Kazakhstan, Uzbekistan',
  southAsia: 'India, Pakistan, Bangladesh, Sri Lanka, Maldives',
  overseas: 'Thailand, Malaysia, Singapore, Hong Kong, China, South Korea, Japan, Australia, United States, Canada',
};

export type Region = keyof typeof countriesByRegion;

const regionByCountry = new Map(
  Object.entries(countriesByRegion).flatMap(([region, names]) =>
    names.split(/,\s+/).map((name) => [name, region as Region]),
  ),
);

/** Returns the region of a country. @param country English name in the airport list */
export function regionOf(country: string): Region | undefined {
  return regionByCountry.get(country);
}

/**
 * Returns the English name of an airport's country.
 * @throws {RangeError} if the airport is not in the list
 */
export function countryOf(code: string): string {
  const airport = airportByCode(code);
  if (!airport) throw new RangeError(`${code} is not an airport in the list`);
  return airport.country.en;
}
