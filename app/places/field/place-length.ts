/** The maximum length of a place in characters, enough for a hospital with street, town and country. */
export const placeLength = { max: 500 };
